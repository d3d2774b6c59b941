// Right and wrong use, for the compiler: scripts/check-client.mjs compiles this against the packed package. It never runs.
import type { ErrorCodeOf, Form, SubmissionReceivedEvent } from 'form-collection-client';
import { ApiError, createClient, isRefusal, submit, verifyWebhook } from 'form-collection-client';

const client = createClient({ baseUrl: 'https://forms.example.com', apiKey: 'fck_...', retries: 5, timeoutMs: 1000 });
// @ts-expect-error the base URL is missing
createClient({ apiKey: 'fck_...' });
// @ts-expect-error it is called baseUrl
createClient({ baseURL: '' });

export async function calls(): Promise<void> {
  const body = { name: 'Contact', validate_fields: true, notifications_enabled: false };
  const created = await client.createForm({ body }, { idempotencyKey: 'a', signal: AbortSignal.timeout(1000) });
  const id: string = created.data.id;
  // @ts-expect-error the body is missing
  await client.createForm();
  // @ts-expect-error a member of the body is missing
  await client.createForm({ body: { name: 'Contact' } });
  // @ts-expect-error a member of the body has another type
  await client.createForm({ body: { ...body, name: 1 } });
  // @ts-expect-error there is no such member of a call
  await client.createForm({ body, boby: body });
  // @ts-expect-error there is no such option
  await client.createForm({ body }, { idempotencykey: 'a' });
  // @ts-expect-error there is no such operation
  await client.creatForm({ body });

  await client.updateForm({ path: { form: id }, headers: { 'If-Match': '*' }, body: { name: 'Other' } });
  // @ts-expect-error If-Match is missing
  await client.updateForm({ path: { form: id }, body: { name: 'Other' } });
  // @ts-expect-error another name of the path parameter
  await client.getForm({ path: { formId: id } });
  // @ts-expect-error reads take no idempotency key
  await client.getForm({ path: { form: id } }, { idempotencyKey: 'a' });
  await client.listForms();
  // @ts-expect-error there is no such status
  await client.listForms({ query: { status: 'archived' } });
  // @ts-expect-error there is no such query parameter
  await client.listForms({ query: { limits: 1 } });

  const fields = await client.listFields({ path: { form: id } });
  fields.data[0]?.name.trim();
  // @ts-expect-error it may be null
  fields.data[0]?.validation.preset;
  const workflow = await client.getWorkflow({ path: { form: id } });
  // @ts-expect-error nothing may be published
  workflow.data.published.version;
  const unchanged = await client.listFields({ path: { form: id }, headers: { 'If-None-Match': '"a"' } });
  // @ts-expect-error it may be undefined
  void unchanged.data;
  const file: Blob = await client.downloadFile({ path: { form: id, submission: id, file: id } });
  void file;
}

export async function edits(): Promise<void> {
  await client.edit('id', (form: Form) => ({ name: `${form.name}!` }), { timeoutMs: 1000 });
  await client.edit('id', async (form) => (form.status === 'enabled' ? undefined : { status: 'enabled' as const }));
  await client.edit('id', () => ({ status: 'enabled', allowed_origins: [] }));
  // @ts-expect-error there is no such member of a form
  await client.edit('id', () => ({ nam: 'Other' }));
  // @ts-expect-error there is no such status
  await client.edit('id', () => ({ status: 'archived' }));
}

export async function iterations(): Promise<void> {
  for await (const submission of client.listSubmissions.items({ path: { form: 'id' } })) submission.received_at.trim();
  for await (const page of client.listForms.pages()) page.meta.next_cursor?.trim();
  // @ts-expect-error a single form is no list
  client.getForm.items({ path: { form: 'id' } });
}

export function codes(error: unknown): void {
  const code: ErrorCodeOf<'createForm'> = 'form_quota_exceeded';
  // @ts-expect-error this operation does not answer this code
  const wrong: ErrorCodeOf<'createForm'> = 'precondition_failed';
  if (isRefusal(error, 'getForm') && error.code === 'resource_not_found') error.details;
  // @ts-expect-error there is no such code
  if (isRefusal(error, 'getForm') && error.code === 'not_found') error.requestId.trim();
  if (error instanceof ApiError) error.requestId.trim();
  void [code, wrong];
}

export async function webhooks(request: Request, bytes: Uint8Array): Promise<void> {
  const event: SubmissionReceivedEvent = await verifyWebhook(request, 'whsec_...');
  const ids: string | null = event.data.submission_id;
  await verifyWebhook(bytes, { 'webhook-id': 'a' }, ['whsec_...']);
  // @ts-expect-error the secrets are missing
  await verifyWebhook('text', {});
  // @ts-expect-error not what was parsed from the body
  await verifyWebhook({ type: 'submission.received' }, {}, 'whsec_...');
  void ids;
}

interface ContactValues {
  email: string;
  size?: 'S' | 'L';
}

export async function submissions(): Promise<void> {
  const file = new Blob(['a']);
  await submit<ContactValues>('https://forms.example.com', { email: 'a', size: 'S' }, { files: { cv: [file] } });
  // @ts-expect-error there is no such option of the field
  await submit<ContactValues>('https://forms.example.com', { email: 'a', size: 'M' });
  // @ts-expect-error there is no such field
  await submit<ContactValues>('https://forms.example.com', { email: 'a', seize: 'S' });
  // @ts-expect-error a visitor has no API key
  await submit('https://forms.example.com', {}, { apiKey: 'fck_...' });
}
