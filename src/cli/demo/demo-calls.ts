import { join } from 'node:path';
import { LOCK_NAME } from '../../../client/command/definition/definition-file.js';
import { Fault } from '../../../client/command/faults.js';
import { LockFile } from '../../../client/command/lock-file.js';
import { FormFiles } from '../../../client/command/pull/form-files.js';
import { connect } from '../../../client/command/service/connection.js';
import { readServiceForm } from '../../../client/command/service/service-form.js';
import {
  type Client,
  type CreateFormBody,
  createClient,
  etagOf,
  type WorkflowDefinitionInput,
  type Form,
  submit,
} from '../../../client/src/index.js';
import type { DemoCalls } from './demo-command';
import { ATTACHED, AWAY, csvOf, earlierSubmissions, LARGE_ORDERS, MISTYPED, SPAM, UNREAD } from './demo-submissions.rules';

/** Creates the demonstration through the API, like any client. The build bundles this file with the typed client. */
export const ensureDemoForm: DemoCalls['ensureDemoForm'] = async ({ address, apiKey, isAnother }) => {
  const client = createClient({ baseUrl: address, apiKey });
  const existing = isAnother ? undefined : await newestDemoForm(client);
  if (existing) return { form: existing, isNew: false };
  const form = await createForm(client);
  await fill(client, form.id, `${address}/api/v1/forms/${form.id}/submit`);
  return { form, isNew: true };
};

/** Writes the form as a file, or takes it over into the file that is there, as `form-collection pull` does. */
export const writeDemoFile: DemoCalls['writeDemoFile'] = async (
  { address, baseUrl, apiKey },
  formId,
  folder,
  { stdin, stdout, stderr },
) => {
  const env = { FORM_COLLECTION_KEY: apiKey };
  const terminal = { stdin: stdin as NodeJS.ReadableStream, stdout, stderr, env, cwd: process.cwd() };
  try {
    const service = { ...(await connect({ url: address }, { terminal, exitCode: 0 })), baseUrl };
    const lock = LockFile.besides(join(folder, LOCK_NAME), terminal);
    const [name = null] = [...lock.formsAt(baseUrl)].find(([, id]) => id === formId) ?? [];
    const form = (await readServiceForm(service, formId))!;
    return { path: new FormFiles(lock, service, { dir: folder, format: 'yaml' }, terminal).write({ formId, name }, form).path };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
};

async function newestDemoForm(client: Client): Promise<Form | undefined> {
  for await (const form of client.listForms.items({ query: { search: DEMO_FORM_NAME } })) if (form.name === DEMO_FORM_NAME) return form;
  return undefined;
}

async function createForm(client: Client): Promise<Form> {
  const { data: created } = await client.createForm({ body: DEMO_FORM });
  const workflow = { path: { form: created.id }, headers: { 'If-Match': '*' } };
  await client.replaceWorkflowDraft({ ...workflow, body: { definition: DEMO_WORKFLOW } });
  await client.publishWorkflow(workflow);
  return (await client.edit(created.id, () => ({ status: 'enabled' }))).data;
}

/** Creates submissions of three days: one is corrected, one in the trash, one held as spam, and two of them the workflow cannot deliver. */
async function fill(client: Client, form: string, submitUrl: string): Promise<void> {
  const earlier = earlierSubmissions(new Date());
  await client.importSubmissions({ path: { form }, query: { read: true, ...TIMES }, body: csvOf(earlier.slice(UNREAD)) });
  await client.importSubmissions({ path: { form }, query: TIMES, body: csvOf(earlier.slice(0, UNREAD)) });
  await correct(client, form);
  const { data: away } = await client.listSubmissions({ path: { form }, query: { search: AWAY } });
  await client.deleteSubmission({ path: { form, submission: away[0]!.id } });
  await submit(submitUrl, SPAM);
  const [withFile, other] = LARGE_ORDERS;
  const { field, filename, contentType, text } = ATTACHED;
  await submit(submitUrl, withFile, { files: { [field]: [new File([text], filename, { type: contentType })] } });
  await submit(submitUrl, other);
}

async function correct(client: Client, form: string): Promise<void> {
  const { data: found } = await client.listSubmissions({ path: { form }, query: { search: MISTYPED.sent } });
  const path = { form, submission: found[0]!.id };
  const headers = { 'If-Match': etagOf(await client.getSubmission({ path }))! };
  await client.updateSubmission({ path, headers, body: { fields: { email: MISTYPED.meant } } });
}

const TIMES = { 'column.received_at': 'received_at' };

/** The name by which a repeated command finds the form. */
const DEMO_FORM_NAME = 'Contact (demo)';

/** A contact form with a field of every type, to which every website may submit. */
const DEMO_FORM = {
  name: DEMO_FORM_NAME,
  allowed_origins: [],
  validate_fields: true,
  notifications_enabled: false,
  fields: [
    { name: 'name', label: 'Your name', type: 'string', required: true },
    { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' },
    { name: 'topic', label: 'What is it about?', type: 'string', required: true, options: ['A question', 'An order', 'Something else'] },
    { name: 'products', label: 'Which products?', type: 'array', options: ['Chairs', 'Tables', 'Lamps', 'Shelves'] },
    { name: 'budget', label: 'Budget in euros', type: 'number' },
    { name: 'needed_by', label: 'When do you need it?', type: 'date' },
    { name: 'drawing', label: 'A drawing or a photo', type: 'file', options: { accept: ['.pdf', '.jpg', '.png', '.txt'] } },
    { name: 'message', label: 'Your message', type: 'string', required: true, options: { multiline: true } },
    { name: 'call_back', label: 'Please call me back', type: 'boolean' },
  ],
} satisfies CreateFormBody;

/** A mail to the visitor. Its text names no value but the name, since anybody can enter the address of somebody else. */
const THANKS = {
  to: ['{{ fields.email }}'],
  subject: 'Thank you, {{ fields.name }}',
  body_text: 'Dear {{ fields.name }},\n\nthank you for your question. We answer within two days.',
};

/**
 * A workflow that stores every submission, thanks the visitor for a question, and reports large orders to a CRM. The CRM does not exist, so
 * the service retries for a day. The order whose message has two lines is never sent, since a header cannot contain a line break.
 */
const DEMO_WORKFLOW = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'store', type: 'database', config: {} },
    { ...{ id: 'question', type: 'condition', name: 'A question?' }, config: { where: { field: 'topic', op: 'eq', value: 'A question' } } },
    { ...{ id: 'thanks', type: 'email', name: 'Thank-you mail' }, config: THANKS },
    { ...{ id: 'large', type: 'condition', name: 'Large order?' }, config: { where: { field: 'budget', op: 'gt', value: 10_000 } } },
    {
      ...{ id: 'crm', type: 'webhook', name: 'CRM' },
      config: { url: 'https://crm.example/orders', headers: { 'X-Message': '{{ fields.message }}' } },
    },
  ],
  edges: [
    { id: 'start-store', source: 'start', target: 'store' },
    { id: 'start-question', source: 'start', target: 'question' },
    { id: 'question-thanks', source: 'question', source_port: 'true', target: 'thanks' },
    { id: 'start-large', source: 'start', target: 'large' },
    { id: 'large-crm', source: 'large', source_port: 'true', target: 'crm' },
  ],
} satisfies WorkflowDefinitionInput;
