import { documentedPath } from '../../src/api/openapi/names/path-names.rules';
import { RouteTable } from '../../src/api/operation/route-table';
import type { OperationMetadata } from '../../src/api/operation/operation.types';
import { NoticeEvents } from '../../src/notices/notice-events';
import { newId } from '../../src/platform/ids.rules';
import type { Api } from './api';
import type { Instance } from './app';
import { apiDocument } from './api-document';
import { submitParts } from './files';
import { anEnabledForm } from './forms';
import { SAMPLES } from './sample-files';
import { aFanOut, aVersion, aWebhook } from './workflows';

/** Ids for all path parameters, of resources of one form. */
export interface PathIds {
  form: string;
  field: string;
  submission: string;
  file: string;
  node: string;
  version: string;
  run: string;
  link: string;
  stored_import: string;
  erasure: string;
  job: string;
  notice: string;
  key: string;
  person: string;
}

export async function createPathIds(api: Api, { app }: Pick<Instance, 'app'>): Promise<PathIds> {
  const fields = [
    { name: 'email', type: 'string' },
    { name: 'cv', type: 'file' },
  ];
  const form = await anEnabledForm(api, { fields });
  await aVersion(api, form, aFanOut(aWebhook('crm')));
  const received = await submitParts(api, form, [
    ['email', 'ada@example.com'],
    ['cv', 'cv.pdf', SAMPLES.pdf],
  ]);
  const submission = (received.body.data as { id: string }).id;
  const files = await api.get<{ id: string }[]>(`/v1/forms/${form.id}/submissions/${submission}/files`);
  const file = files.body.data[0]!.id;
  const runs = await api.get<{ id: string }[]>(`/v1/forms/${form.id}/workflow-runs`);
  const run = runs.body.data[0]!.id;
  const created = await api.post<{ id: string }>(`/v1/forms/${form.id}/export-links`, {
    name: 'Sheet',
    expires_in: 3_600,
  });
  const link = created.body.data.id;
  const imported = await api.post<{ import_id: string }>(
    `/v1/forms/${form.id}/submissions/import`,
    Buffer.from('email\nada@example.com\n'),
    { idempotencyKey: '', headers: { 'content-type': 'text/csv' } },
  );
  const { import_id: importId } = imported.body.data;
  const asked = await api.post<{ id: string }>('/v1/erasures', { value: 'nobody@example.com' });
  const erasure = asked.body.data.id;
  const job = await anEndedJob(api, form.id);
  await app.get(NoticeEvents).record({ formId: form.id, kind: 'import_will_be_deleted', detail: {} });
  const notices = await api.get<{ id: string; form_id: string | null }[]>('/v1/notices');
  const notice = notices.body.data.find(({ form_id }) => form_id === form.id)!.id;
  const made = await api.post<{ id: string }>('/v1/keys', { name: 'Reader', scopes: ['forms:read'] });
  const key = made.body.data.id;
  return {
    form: form.id,
    link,
    stored_import: importId,
    erasure,
    job,
    notice,
    key,
    person: await thePerson(api),
    field: form.fields[0]!.id,
    submission,
    file,
    node: 'crm',
    version: '1',
    run,
  };
}

/** One for all calls, since an account sends few invitations an hour. */
async function thePerson(api: Api): Promise<string> {
  const people = await api.get<{ id: string; status: string }[]>('/v1/keys?kind=person&status=active');
  if (people.body.data[0]) return people.body.data[0].id;
  const person = { address: 'lena@example.com', name: 'Lena' };
  const invited = await api.post<{ id: string }>('/v1/keys', { kind: 'person', person, scopes: ['forms:read'], expires_in: 86_400 });
  return invited.body.data.id;
}

/** A cancelled job, so that it refuses no other. One that a test has left open is cancelled before. */
async function anEndedJob(api: Api, form: string): Promise<string> {
  const cancel = (id: string) => api.post(`/v1/submission-jobs/${id}/cancel`);
  const jobs = await api.get<{ id: string; status: string }[]>('/v1/submission-jobs');
  for (const { id, status } of jobs.body.data) if (status === 'running') await cancel(id);
  const { body } = await api.post<{ id: string }>('/v1/submission-jobs', { action: 'read', filters: { form } });
  await cancel(body.data.id);
  return body.data.id;
}

/** Well-formed ids of resources that do not exist. */
export const unknownIds = (): PathIds => ({
  form: newId(),
  field: '999999999',
  submission: newId(),
  file: newId(),
  node: 'none',
  version: '999',
  run: newId(),
  link: newId(),
  stored_import: newId(),
  erasure: newId(),
  job: newId(),
  notice: newId(),
  key: newId(),
  person: newId(),
});

/** The path parameters of each operation. A new operation needs a row here, or the tests of all operations fail. */
export const OPERATION_PATHS: Readonly<Record<string, readonly (keyof PathIds)[]>> = {
  'GET /v1/capabilities': [],
  'GET /v1/account': [],
  'POST /v1/account/email': [],
  'DELETE /v1/account/email': [],
  'GET /v1/validation-presets': [],
  'GET /v1/keys': [],
  'POST /v1/keys': [],
  'GET /v1/keys/:key': ['key'],
  'PATCH /v1/keys/:key': ['key'],
  'POST /v1/keys/:key/rotate': ['key'],
  'POST /v1/keys/:key/sign-in-links': ['key'],
  'POST /v1/keys/:key/invitations': ['person'],
  'DELETE /v1/keys/:key': ['key'],
  'GET /v1/audit-events': [],
  'GET /v1/forms': [],
  'POST /v1/forms': [],
  'GET /v1/forms/:id': ['form'],
  'PATCH /v1/forms/:id': ['form'],
  'DELETE /v1/forms/:id': ['form'],
  'POST /v1/forms/:id/submission-token/rotate': ['form'],
  'GET /v1/forms/:form/labels': ['form'],
  'GET /v1/forms/:form/settings': ['form'],
  'PATCH /v1/forms/:form/settings': ['form'],
  'GET /v1/forms/:form/fields': ['form'],
  'POST /v1/forms/:form/fields': ['form'],
  'PUT /v1/forms/:form/fields/reorder': ['form'],
  'GET /v1/forms/:form/fields/:field': ['form', 'field'],
  'GET /v1/forms/:form/fields/:field/uses': ['form', 'field'],
  'PATCH /v1/forms/:form/fields/:field': ['form', 'field'],
  'DELETE /v1/forms/:form/fields/:field': ['form', 'field'],
  'GET /v1/submissions': [],
  'GET /v1/forms/:form/submissions': ['form'],
  'POST /v1/forms/:form/submissions/batch': ['form'],
  'POST /v1/forms/:form/submissions/import': ['form'],
  'GET /v1/forms/:form/imports': ['form'],
  'POST /v1/forms/:form/imports/:stored_import/undo': ['form', 'stored_import'],
  'GET /v1/forms/:form/changes': ['form'],
  'GET /v1/forms/:form/stats': ['form'],
  'GET /v1/forms/:form/name-use': ['form'],
  'GET /v1/forms/:form/refusals': ['form'],
  'POST /v1/forms/:form/origins/test': ['form'],
  'GET /v1/forms/:form/submissions/export': ['form'],
  'GET /v1/export-links': [],
  'GET /v1/notices': [],
  'POST /v1/notices/:notice/close': ['notice'],
  'GET /v1/erasures': [],
  'POST /v1/erasures': [],
  'GET /v1/erasures/:erasure': ['erasure'],
  'GET /v1/forms/:form/retention': ['form'],
  'GET /v1/submissions/count': [],
  'GET /v1/submission-jobs': [],
  'POST /v1/submission-jobs': [],
  'GET /v1/submission-jobs/:job': ['job'],
  'POST /v1/submission-jobs/:job/cancel': ['job'],
  'GET /v1/visitor-stops': [],
  'POST /v1/visitor-stops/remove': [],
  'GET /v1/forms/:form/export-links': ['form'],
  'POST /v1/forms/:form/export-links': ['form'],
  'DELETE /v1/forms/:form/export-links/:link': ['form', 'link'],
  'GET /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'GET /v1/forms/:form/submissions/:id/edits': ['form', 'submission'],
  'PATCH /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'DELETE /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'GET /v1/forms/:form/submissions/:submission/files': ['form', 'submission'],
  'GET /v1/forms/:form/submissions/:submission/files/:file': ['form', 'submission', 'file'],
  'POST /v1/forms/:form/submissions/:id/release': ['form', 'submission'],
  'POST /v1/forms/:form/submissions/:id/restore': ['form', 'submission'],
  'POST /v1/forms/:form/submissions/:id/spam': ['form', 'submission'],
  'POST /v1/forms/:form/spam/test': ['form'],
  'POST /v1/forms/:form/submissions/:submission/files/:file/links': ['form', 'submission', 'file'],
  'DELETE /v1/forms/:form/submissions/:submission/files/:file': ['form', 'submission', 'file'],
  'GET /v1/forms/:form/workflow': ['form'],
  'PUT /v1/forms/:form/workflow/draft': ['form'],
  'POST /v1/forms/:form/workflow/draft/restore': ['form'],
  'POST /v1/forms/:form/workflow/publish': ['form'],
  'POST /v1/forms/:form/workflow/test': ['form'],
  'GET /v1/forms/:form/workflow/versions': ['form'],
  'GET /v1/forms/:form/workflow/versions/:version': ['form', 'version'],
  'GET /v1/forms/:form/workflow/signing-secrets': ['form'],
  'POST /v1/forms/:form/workflow/signing-secrets/:node_id/rotate': ['form', 'node'],
  'POST /v1/forms/:form/workflow/channels/:node_id/send-all-again': ['form', 'node'],
  'GET /v1/notifications/unsent': [],
  'POST /v1/forms/:form/notifications/retry': ['form'],
  'POST /v1/forms/:form/notifications/dismiss': ['form'],
  'POST /v1/forms/:form/notifications/:notification/retry': ['form', 'submission'],
  'GET /v1/workflow-runs': [],
  'POST /v1/workflow-runs/retry': [],
  'POST /v1/workflow-runs/dismiss': [],
  'GET /v1/forms/:form/workflow-runs': ['form'],
  'GET /v1/forms/:form/workflow-runs/:run': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/cancel': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/retry': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/dismiss': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/resume': ['form', 'run'],
};

/** Makes a run wait for its next attempt, without a worker. */
export async function makeWaiting({ database }: Pick<Instance, 'database'>, { form, run }: PathIds): Promise<void> {
  await database.query(`update workflow_runs set status = 'running', due_at = now() + interval '1 hour' where id = $1`, [run]);
  await database.query(
    `insert into workflow_run_steps (id, run_id, form_id, node_id, node_type, node_kind, status, due_at)
     values ($1, $1, $2, 'crm', 'webhook', 'destination', 'waiting', now() + interval '1 hour')`,
    [run, form],
  );
}

/** True for operations that change nothing, which read-only keys may call. */
export const isRead = (operation: string): boolean => methodOf(operation) === 'GET' || READS.includes(operation);

const READS = ['POST /v1/forms/:form/spam/test', 'POST /v1/forms/:form/origins/test', 'POST /v1/account/email'];

export const methodOf = (operation: string): string => operation.split(' ')[0]!;

const templateOf = (operation: string): string => operation.split(' ')[1]!;

/** The address of an operation with these ids as its parameters, in order. */
export function addressOf(operation: string, ids: readonly string[]): string {
  const rest = [...ids];
  return templateOf(operation).replace(/:\w+/g, () => rest.shift() ?? '');
}

/** The query of operations that need one. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /v1/forms/:form/submissions/export': '?format=ndjson',
  'GET /v1/forms/:form/retention': '?days=30',
  'GET /v1/forms/:form/name-use': '?name=email',
};

/** The address of an operation with its parameters by name, and the query that it needs. */
export const addressWith = (operation: string, pathIds: PathIds): string => pathWith(operation, pathIds) + (QUERIES[operation] ?? '');

/** The path of an operation with its parameters by name. */
export const pathWith = (operation: string, pathIds: PathIds): string =>
  addressOf(
    operation,
    OPERATION_PATHS[operation]!.map((name) => pathIds[name]),
  );

/** All operations of the service with their metadata. */
export function operationsOf({ app }: Pick<Instance, 'app'>): Map<string, OperationMetadata> {
  const routes = app.get(RouteTable).all();
  return new Map(routes.flatMap(({ method, path, metadata }) => (metadata === 'public' ? [] : [[`${method} ${path}`, metadata]])));
}

/** The example body in the API document. */
export const exampleBodyOf = (operation: string): object | undefined => documentedBodyOf(operation)?.examples?.example?.value;

/** The example of what an operation receives, with the headers that it needs. */
export function exampleCallOf(
  operation: string,
  { stream }: OperationMetadata,
): { body: object | undefined; headers: Record<string, string> } {
  if (!stream) return { body: exampleBodyOf(operation), headers: {} };
  const [type, example] = Object.entries(stream.examples)[0]!;
  return { body: Buffer.from(example), headers: { 'content-type': type } };
}

/** The members of the body by the API document. */
export function bodyMembersOf(operation: string): string[] {
  const schema = documentedBodyOf(operation)?.schema.$ref?.split('/').at(-1);
  return schema === undefined ? [] : Object.keys(apiDocument.components.schemas[schema]!.properties);
}

function documentedBodyOf(operation: string) {
  const path = documentedPath(templateOf(operation).replace(/:(\w+)/g, '{$1}'));
  const documented = apiDocument.paths[path]?.[methodOf(operation).toLowerCase()];
  return documented?.requestBody?.content['application/json'];
}
