import { makeForm, publishWorkflow } from '../../support/forms.mjs';

export const ORIGIN = 'https://www.example.com';

const FIELDS = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'name', type: 'string', required: true },
  { name: 'budget', type: 'number' },
  { name: 'newsletter', type: 'boolean' },
  { name: 'topics', type: 'array', options: ['sales', 'support', 'press'] },
  { name: 'message', type: 'string', required: true },
];

/** Enabled forms of six fields each, which only pages of ORIGIN may submit; returns their ids. */
export async function makeForms(client, count) {
  const ids = [];
  for (let index = 1; index <= count; index += 1)
    ids.push(await makeForm(client, { name: `Form ${index}`, allowed_origins: [ORIGIN], fields: FIELDS }));
  return ids;
}

/** Publishes for each form a workflow that ends in a webhook to `urlOf(index)`. */
export async function publishWorkflows(client, formIds, urlOf) {
  for (const [index, form] of formIds.entries()) await publishWorkflow(client, form, definitionTo(urlOf(index)));
}

/** A webhook to which nothing listens, for runs that are never executed. */
export const NOWHERE = () => 'http://127.0.0.1:9/hook';

const definitionTo = (url) => ({
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'big', type: 'condition', config: { where: { field: 'budget', op: 'gte', value: 10000 } } },
    { id: 'shape', type: 'set_fields', config: { set: { tier: 'gold' } } },
    { id: 'hook', type: 'webhook', config: { url } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'big' },
    { id: 'e2', source: 'big', source_port: 'true', target: 'shape' },
    { id: 'e3', source: 'shape', target: 'hook' },
  ],
});

/** About 1 kB. */
export const SUBMISSION = JSON.stringify({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  budget: 12500,
  newsletter: true,
  topics: ['sales', 'press'],
  message: 'We would like to hear more about your engine. '.repeat(18),
});

/** The requests of pages that submit to some forms. */
export const submitTo = (formIds, { withKeys = false } = {}) => ({
  method: 'POST',
  paths: formIds.map((id) => `/api/v1/forms/${id}/submit`),
  headers: { 'content-type': 'application/json', origin: ORIGIN },
  body: SUBMISSION,
  withKeys,
});
