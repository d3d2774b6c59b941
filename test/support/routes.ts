import { RouteTable } from '../../src/api/operation/route-table';
import type { OperationMetadata } from '../../src/api/operation/operation.types';
import { newId } from '../../src/platform/ids';
import type { Api } from './api';
import type { Instance } from './app';
import { apiDocument } from './documented';
import { anEnabledForm, aSubmission } from './forms';
import { aFan, aVersion, aWebhook } from './workflows';

/** One of everything that can stand in a path, all of it in one form. */
export interface World {
  form: string;
  field: string;
  submission: string;
  node: string;
  version: string;
  run: string;
}

export async function aWorld(api: Api): Promise<World> {
  const fields = ['email', 'subject'].map((name) => ({ name, type: 'string' }));
  const form = await anEnabledForm(api, { fields });
  await aVersion(api, form, aFan(aWebhook('crm')));
  const submission = await aSubmission(api, form);
  const runs = await api.get<{ id: string }[]>(`/v1/forms/${form.id}/workflow-runs`);
  const run = runs.body.data[0]!.id;
  return { form: form.id, field: form.fields[0]!.id, submission, node: 'crm', version: '1', run };
}

/** Ids of nothing, in the form that they should have. */
export const nowhere = (): World => ({
  form: newId(),
  field: '999999999',
  submission: newId(),
  node: 'none',
  version: '999',
  run: newId(),
});

/** What the parameters in the path of each operation stand for. A new operation needs a row here, or the tests of all routes fail. */
export const OPERATION_PATHS: Readonly<Record<string, readonly (keyof World)[]>> = {
  'GET /v1/capabilities': [],
  'GET /v1/validation-presets': [],
  'GET /v1/forms': [],
  'POST /v1/forms': [],
  'GET /v1/forms/:id': ['form'],
  'PATCH /v1/forms/:id': ['form'],
  'DELETE /v1/forms/:id': ['form'],
  'GET /v1/forms/:form/fields': ['form'],
  'POST /v1/forms/:form/fields': ['form'],
  'PUT /v1/forms/:form/fields/reorder': ['form'],
  'PATCH /v1/forms/:form/fields/:field': ['form', 'field'],
  'DELETE /v1/forms/:form/fields/:field': ['form', 'field'],
  'GET /v1/forms/:form/submissions': ['form'],
  'GET /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'PATCH /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'DELETE /v1/forms/:form/submissions/:id': ['form', 'submission'],
  'GET /v1/forms/:form/workflow': ['form'],
  'PUT /v1/forms/:form/workflow/draft': ['form'],
  'POST /v1/forms/:form/workflow/draft/restore': ['form'],
  'POST /v1/forms/:form/workflow/publish': ['form'],
  'POST /v1/forms/:form/workflow/test': ['form'],
  'GET /v1/forms/:form/workflow/versions': ['form'],
  'GET /v1/forms/:form/workflow/versions/:version': ['form', 'version'],
  'GET /v1/forms/:form/workflow/signing-secrets': ['form'],
  'POST /v1/forms/:form/workflow/signing-secrets/:node_id/rotate': ['form', 'node'],
  'GET /v1/forms/:form/workflow-runs': ['form'],
  'GET /v1/forms/:form/workflow-runs/:run': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/cancel': ['form', 'run'],
  'POST /v1/forms/:form/workflow-runs/:run/retry': ['form', 'run'],
};

export const methodOf = (operation: string): string => operation.split(' ')[0]!;

const templateOf = (operation: string): string => operation.split(' ')[1]!;

/** The address of an operation with these ids in place of its parameters, in their order. */
export function addressOf(operation: string, ids: readonly string[]): string {
  const rest = [...ids];
  return templateOf(operation).replace(/:\w+/g, () => rest.shift() ?? '');
}

/** The address of an operation on what is in this world. */
export const addressIn = (operation: string, world: World): string =>
  addressOf(
    operation,
    OPERATION_PATHS[operation]!.map((name) => world[name]),
  );

/** Every operation that the service has, as it declares itself. */
export function operationsOf({ app }: Pick<Instance, 'app'>): Map<string, OperationMetadata> {
  const routes = app.get(RouteTable).all();
  return new Map(
    routes.flatMap(({ method, path, metadata }) => (metadata === 'public' ? [] : [[`${method} ${path}`, metadata]])),
  );
}

/** The body that the API document gives as an example. */
export const exampleBodyOf = (operation: string): object | undefined =>
  documentedBodyOf(operation)?.examples?.example?.value;

/** The names of the members that the body can have, as the API document tells. */
export function bodyMembersOf(operation: string): string[] {
  const schema = documentedBodyOf(operation)?.schema.$ref?.split('/').at(-1);
  return schema === undefined ? [] : Object.keys(apiDocument.components.schemas[schema]!.properties);
}

function documentedBodyOf(operation: string) {
  const path = templateOf(operation).replace(/:(\w+)/g, '{$1}');
  const documented = apiDocument.paths[path]?.[methodOf(operation).toLowerCase()];
  return documented?.requestBody?.content['application/json'];
}
