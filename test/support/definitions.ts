import type { FormDefinition } from '../../client/command/definition/definition.types';
import { newDefinitionText } from '../../client/command/definition/new-definition';
import type { WorkflowNode } from '../../client/src/index';
import type { Website } from './command';

const node = (id: string, type: WorkflowNode['type'], config = {}): WorkflowNode => ({ id, type, config });

/** A form with fields, settings and a workflow, that was never enabled. */
export const A_DEFINITION: FormDefinition = {
  name: 'Contact',
  status: 'disabled',
  allowed_origins: ['https://www.example.com'],
  validate_fields: true,
  notifications_enabled: false,
  fields: [
    { name: 'full_name', type: 'string', required: true },
    { name: 'email', type: 'string', label: 'E-mail', validation: 'email' },
    { name: 'fax', type: 'string' },
  ],
  settings: { page: { title: 'Write to us' }, retention: { days: 365 } },
  workflow: {
    nodes: [node('start', 'submission_received'), node('store', 'database')],
    edges: [{ id: 'start-store', source: 'start', target: 'store' }],
  },
  publish: true,
};

/** The form after an edit that takes a step of every kind: all its parts change, and it is enabled. */
export const AN_EDITED_DEFINITION: FormDefinition = {
  ...A_DEFINITION,
  name: 'Contact us',
  status: 'enabled',
  fields: [
    { name: 'email', type: 'string', label: 'Your e-mail', validation: 'email', required: true },
    { name: 'name', was: 'full_name', type: 'string', required: true },
    { name: 'topic', type: 'string', options: ['Help', 'Sales'] },
  ],
  settings: { page: { intro: 'We answer soon.' }, retention: {}, spam: { honeypot: 'drop' } },
  workflow: {
    nodes: [...A_DEFINITION.workflow!.nodes, node('crm', 'webhook', { url: 'https://crm.example.com/hook' })],
    edges: [...A_DEFINITION.workflow!.edges, { id: 'start-crm', source: 'start', target: 'crm' }],
  },
};

/** Writes a definition to `forms/<name>.yaml`. */
export const writeDefinition = (website: Website, definition: FormDefinition, name = 'contact'): void =>
  website.write(`forms/${name}.yaml`, newDefinitionText(definition, 'yaml'));

/** The id of the form that the lock file has under a name. */
export function formIdIn(website: Website, name = 'contact'): string {
  const [, id] = new RegExp(`^ +${name}: ([0-9a-f-]{36})$`, 'm').exec(website.read('forms/forms.lock.yaml')) ?? [];
  if (id === undefined) throw new Error(`the lock file has no form for ${name}`);
  return id;
}
