import type { FieldDefinition } from '../../forms/definition/field.types';
import type { NewForm } from '../../forms/form.rules';
import type { Definition } from '../../workflows/model/definition.types';

/** By which a repeated command finds the form again. */
export const DEMO_FORM_NAME = 'Contact (demo)';

/** A contact form with a field of every type, to which every website may submit. */
export const demoForm = (): NewForm => ({
  name: DEMO_FORM_NAME,
  allowedOrigins: [],
  validateFields: true,
  notificationsEnabled: false,
  fields: [
    field('name', 'Your name', { required: true }),
    field('email', 'E-mail', { required: true, validation: 'email' }),
    field('topic', 'What is it about?', { required: true, options: ['A question', 'An order', 'Something else'] }),
    field('products', 'Which products?', { type: 'array', options: ['Chairs', 'Tables', 'Lamps', 'Shelves'] }),
    field('budget', 'Budget in euros', { type: 'number' }),
    field('needed_by', 'When do you need it?', { type: 'date' }),
    field('drawing', 'A drawing or a photo', { type: 'file', options: { accept: ['.pdf', '.jpg', '.png', '.txt'] } }),
    field('message', 'Your message', { required: true, options: { multiline: true } }),
    field('call_back', 'Please call me back', { type: 'boolean' }),
  ],
});

/** Stores everything, and tells a CRM of large orders, once. */
export const demoWorkflow = (receiverUrl: string): Definition => ({
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'store', type: 'database', config: {} },
    {
      ...{ id: 'large', type: 'condition', name: 'Large order?' },
      config: { where: { field: 'budget', op: 'gt', value: 10_000 } },
    },
    { id: 'crm', type: 'webhook', name: 'CRM', config: { url: receiverUrl, retry_uncertain: false } },
  ],
  edges: [
    { id: 'start-store', source: 'start', target: 'store' },
    { id: 'start-large', source: 'start', target: 'large' },
    { id: 'large-crm', source: 'large', source_port: 'true', target: 'crm' },
  ],
});

/** Values that the form accepts. The apostrophe-free JSON stands between single quotes in a shell. */
export const DEMO_SUBMISSION = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  topic: 'A question',
  products: ['Chairs', 'Lamps'],
  budget: 250,
  message: 'Hello from the command line!',
  call_back: true,
};

const field = (name: string, label: string, members: Partial<FieldDefinition>): FieldDefinition => ({
  ...{ name, label, type: 'string', required: false, options: null, validation: null },
  ...members,
});
