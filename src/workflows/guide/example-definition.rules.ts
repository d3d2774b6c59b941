import type { Definition } from '../definition/definition.types';

/** Shows most of what a definition can say. A test publishes it. */
export const EXAMPLE: Definition = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: { sources: ['form_submit', 'hosted_form', 'api'] } },
    { id: 'store', type: 'database', config: {} },
    {
      id: 'big',
      type: 'condition',
      name: 'Big order?',
      config: { where: { field: 'budget', op: 'gte', value: 10_000 } },
    },
    {
      id: 'shape',
      type: 'set_fields',
      config: { set: { full_name: '{{ fields.first_name | strip }} {{ fields.last_name }}', tier: 'gold' } },
    },
    {
      id: 'crm',
      type: 'webhook',
      config: { url: 'https://crm.example.com/hook', headers: { 'X-Token': '{{ secrets.CRM_TOKEN }}' } },
    },
    {
      id: 'mail',
      type: 'email',
      config: {
        to: ['sales@example.com'],
        reply_to: '{{ fields.email }}',
        subject: 'Big order from {{ fields.full_name }}',
        body_text: '{{ all_fields }}',
      },
    },
    { id: 'later', type: 'delay', config: { seconds: 3600 } },
    { id: 'chat', type: 'slack', config: { url: '{{ secrets.CHAT_URL }}', text: 'An order of {{ fields.budget }}' } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'store' },
    { id: 'e2', source: 'start', target: 'big' },
    { id: 'e3', source: 'big', source_port: 'true', target: 'shape' },
    { id: 'e4', source: 'shape', target: 'crm' },
    { id: 'e5', source: 'crm', source_port: 'error', target: 'mail' },
    { id: 'e6', source: 'big', source_port: 'false', target: 'later' },
    { id: 'e7', source: 'later', target: 'chat' },
  ],
};
