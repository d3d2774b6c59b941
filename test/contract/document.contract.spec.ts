import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedPath } from '../../src/api/openapi/names/path-names.rules';
import { schemaNameOf } from '../../src/api/openapi/names/schema-names.rules';
import { RouteTable } from '../../src/api/operation/route-table';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { apiDocument } from '../support/api-document';
import { SmtpReceiver } from '../support/smtp-receiver';
import type { PathIds } from '../support/operations';
import {
  addressWith,
  createPathIds,
  exampleBodyOf,
  exampleCallOf,
  makeWaiting,
  methodOf,
  OPERATION_PATHS,
  pathWith,
  operationsOf,
} from '../support/operations';

let app: TestApp;
beforeAll(async () => {
  const { url: smtpUrl } = await SmtpReceiver.start(); // the account's address gets a mail
  app = await startApp({ smtpUrl, mailFrom: 'forms@example.com' });
});
afterAll(() => app.close());

/** The index, pages, scripts, probes and the preflight of browsers, which are not part of the API document. */
const UNDOCUMENTED = [
  'DELETE /console/passkeys/:passkey',
  'DELETE /console/session',
  'DELETE /console/sessions',
  'DELETE /console/sessions/:session',
  'GET /',
  'GET /account-email/:token',
  'GET /console',
  'GET /console/console.:digest.css',
  'GET /console/console.:digest.js',
  'GET /console/passkeys',
  'GET /console/session',
  'GET /console/sessions',
  'GET /console/sign-in',
  'GET /embed.:hash.js',
  'GET /embed.js',
  'GET /f/:id',
  'GET /f/:id/confirm/:token',
  'GET /f/:id/thanks',
  'GET /f/stop/:token',
  'GET /f/style.css',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /solver.:hash.js',
  'GET /solver.js',
  'OPTIONS /api/v1/forms/:id/challenge',
  'OPTIONS /api/v1/forms/:id/schema',
  'OPTIONS /api/v1/forms/:id/submit',
  'OPTIONS /f/:id',
  'PATCH /console/passkeys/:passkey',
  'POST /account-email/:token',
  'POST /console/passkeys',
  'POST /console/passkeys/options',
  'POST /console/proof',
  'POST /console/proof/mail',
  'POST /console/proof/passkey/options',
  'POST /console/session',
  'POST /console/session/account',
  'POST /console/sign-in',
  'POST /console/sign-in/code',
  'POST /console/sign-in/open',
  'POST /console/sign-in/passkey',
  'POST /console/sign-in/passkey/options',
  'POST /f/:id',
  'POST /f/:id/confirm/:token',
  'POST /f/stop/:token',
  'PUT /console/owner',
];

/** The names of operations in generated clients, which never change. A new operation needs a row here. */
const OPERATION_IDS = [
  ...['listForms', 'createForm', 'getForm', 'updateForm', 'deleteForm', 'rotateSubmissionToken', 'getFormLabels'],
  ...['getFormSettings', 'updateFormSettings', 'listFormRefusals', 'testFormOrigins', 'getNameUse'],
  ...['listKeys', 'createKey', 'getKey', 'updateKey', 'rotateKey', 'revokeKey', 'createSignInLink', 'createInvitation'],
  'listAuditEvents',
  ...['listFields', 'createField', 'getField', 'updateField', 'deleteField', 'reorderFields', 'listFieldUses'],
  ...[
    'listSubmissions',
    'exportSubmissions',
    'listAllSubmissions',
    'changeSubmissions',
    'importSubmissions',
    ...['listErasures', 'createErasure', 'getErasure'],
    ...['countSubmissions', 'createSubmissionJob', 'listSubmissionJobs', 'getSubmissionJob', 'cancelSubmissionJob', 'previewRetention'],
    ...['listVisitorStops', 'removeVisitorStop'],
    ...['listExportLinks', 'listAllExportLinks', 'createExportLink', 'deleteExportLink', 'openExportLink'],
    'getSubmission',
    'updateSubmission',
    'listSubmissionEdits',
    'deleteSubmission',
    'restoreSubmission',
    'listChanges',
    'listFormDays',
    'releaseSubmission',
    'markSubmissionAsSpam',
    'testSpamSettings',
    'submitForm',
    'getFormSchema',
    'getFormChallenge',
  ],
  ...['listFiles', 'downloadFile', 'deleteFile', 'createFileLink', 'openFileLink'],
  ...['getWorkflow', 'replaceWorkflowDraft', 'restoreWorkflowDraft', 'publishWorkflow', 'testWorkflow'],
  ...['listWorkflowVersions', 'getWorkflowVersion', 'listSigningSecrets', 'rotateSigningSecret'],
  ...['listWorkflowRuns', 'listAllWorkflowRuns', 'retryWorkflowRuns', 'getWorkflowRun', 'cancelWorkflowRun', 'retryWorkflowRun'],
  ...['listUnsentNotifications', 'retryNotifications', 'dismissNotifications', 'retryNotification'],
  ...['dismissWorkflowRuns', 'dismissWorkflowRun', 'resumeWorkflowRun', 'sendAllAgain'],
  ...['getCapabilities', 'listValidationPresets', 'getAccount', 'setAccountEmail', 'deleteAccountEmail', 'listNotices', 'closeNotice'],
  ...['listImports', 'undoImport'],
];

const documentedOperations = (): string[] =>
  Object.entries(apiDocument.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );

/** An operation with its path as the document has it. */
const inDocument = (operation: string): string => documentedPath(operation.replace(/:(\w+)/g, '{$1}'));

const documented = (operation: string) => {
  const [, path] = inDocument(operation).split(' ');
  return apiDocument.paths[path!]![methodOf(operation).toLowerCase()]!;
};

const successOf = (operation: string): number[] =>
  Object.keys(documented(operation).responses)
    .map(Number)
    .filter((status) => status < 300);

describe('the API document', () => {
  it('documents every route of the service except pages, probes and the preflight, and no other route', () => {
    const routes = app.app.get(RouteTable).all();
    const names = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !UNDOCUMENTED.includes(name));
    expect(documentedOperations().sort()).toEqual(names.map(inDocument).sort());
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(UNDOCUMENTED));
  });

  it('gives each operation an id of its own', () => {
    const names = Object.values(apiDocument.paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
    expect(new Set(names).size).toBe(documentedOperations().length);
  });

  it('names operations only as generated clients know them', () => {
    const names = Object.values(apiDocument.paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
    expect(names.sort()).toEqual([...OPERATION_IDS].sort());
  });

  it('has the version of the package', () => {
    const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
    expect(apiDocument.info.version).toBe((JSON.parse(file) as { version: string }).version);
  });

  it('closes every input and leaves every reply open for new members', () => {
    const all = Object.entries(apiDocument.components.schemas);
    const inputs = all.filter(([name]) => name.endsWith('Input'));
    expect(inputs.filter(([, schema]) => schema.additionalProperties !== false)).toEqual([]);
    const replies = JSON.stringify([
      all.filter(([name]) => !name.endsWith('Input')),
      Object.values(apiDocument.paths).flatMap((each) => Object.values(each).map(({ responses }) => responses)),
    ]);
    expect(replies).not.toContain('"additionalProperties":false');
  });

  it('lists null among the values of what may be null', () => {
    const { FieldValidation, FieldDefinitionInput } = apiDocument.components.schemas;
    const presetOrNull = { anyOf: [{ $ref: '#/components/schemas/ValidationPreset' }, { type: 'null' }] };
    expect(FieldValidation!.properties['preset']).toMatchObject(presetOrNull);
    expect(FieldDefinitionInput!.properties['validation']).toMatchObject(presetOrNull);
    expect(JSON.stringify(apiDocument)).not.toContain('"nullable"');
  });

  it('has an example of each member of a reply, so that the examples of answers are truthful', () => {
    const all = Object.entries(apiDocument.components.schemas);
    const views = all.filter(([name, { properties }]) => properties && !/(?:Input|Reply|Event)$/.test(name));
    const lacking = views.flatMap(([name, { properties }]) =>
      Object.entries(properties)
        .filter(([, property]) => !/"(example|\$ref|enum)":/.test(JSON.stringify(property)))
        .map(([member]) => `${name}.${member}`),
    );
    expect(lacking).toEqual([]);
    expect(apiDocument.components.schemas['CreatedForm']!.properties['status']).toMatchObject({
      example: 'disabled',
    });
  });

  it('documents the errors that precede every operation', () => {
    for (const operation of operationsOf(app).keys()) {
      expect([operation, ...Object.keys(documented(operation).responses)]).toEqual(
        expect.arrayContaining([operation, '405', '408', '414', '431']),
      );
    }
  });

  it('documents one success of each operation, and its errors', () => {
    for (const operation of operationsOf(app).keys()) {
      expect([operation, successOf(operation)]).toEqual([operation, [expect.any(Number)]]);
      expect(Object.keys(documented(operation).responses)).toEqual(expect.arrayContaining(['400', '401', '422', '429', '500', '503']));
    }
  });

  it('describes each parameter and gives its type', () => {
    const parameters = documentedOperations().flatMap((operation) =>
      (documented(operation).parameters ?? []).map(({ name, description, schema }) => ({
        parameter: `${operation} ${name}`,
        isClear: description !== undefined && ['type', 'anyOf', '$ref'].some((member) => member in schema),
      })),
    );
    expect(parameters.filter(({ isClear }) => !isClear)).toEqual([]);
  });

  it('documents no body of a read, which most clients cannot send, and has its members in the query', () => {
    const withBody = documentedOperations().filter((operation) => methodOf(operation) === 'GET' && documented(operation).requestBody);
    expect(withBody).toEqual([]);
    const { description, parameters = [] } = documented('GET /v1/forms/:form/workflow-runs/:run');
    expect(description).toContain('{"confirm_delivery_uncertainty": true}');
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'confirm_delivery_uncertainty', in: 'query', required: false }));
  });

  it('requires the members that a test run needs', () => {
    expect(apiDocument.components.schemas['StartTestInput']).toMatchObject({ required: ['source'] });
  });

  it('has an example of each required body', () => {
    const lacking = [...operationsOf(app)].filter(([operation, { body }]) => body && !body.optional && !exampleBodyOf(operation));
    expect(lacking).toEqual([]);
  });
});

describe('422', () => {
  const WRONG = 7.5;
  const ANY_TEXT = ['search', 'search_field', 'cursor', 'after', 'resource', 'action', 'name'];
  const allClauses = (messages: unknown): boolean =>
    Array.isArray(messages) && messages.length > 0 && messages.every((message) => /^must [^A-Z].*[^.]$/.test(String(message)));

  it('describes each invalid member of a body with a short clause', async () => {
    const pathIds = await createPathIds(app.api, app);
    for (const [operation, { body }] of operationsOf(app)) {
      if (!body || methodOf(operation) === 'GET') continue;
      for (const member of Object.keys(apiDocument.components.schemas[schemaNameOf(body.type.name)]!.properties)) {
        if (member === 'definition') continue; // documented by the validation of workflows
        const sent = { ...exampleBodyOf(operation), [member]: WRONG };
        const options = { ifMatch: '*', idempotencyKey: 'an-error' };
        const answer = await app.api.call(methodOf(operation), addressWith(operation, pathIds), sent, options);
        const messages = answer.body.error?.details[member];
        expect({ operation, messages, allClauses: allClauses(messages) }).toMatchObject({ allClauses: true });
      }
    }
  });

  it('describes each invalid query parameter with a short clause', async () => {
    const pathIds = await createPathIds(app.api, app);
    for (const [operation, { stream }] of operationsOf(app)) {
      if (stream) continue; // the type of the file is looked at first
      for (const { name, in: place } of documented(operation).parameters ?? []) {
        if (place !== 'query' || ANY_TEXT.includes(name)) continue;
        const answer = await app.api.call(methodOf(operation), `${pathWith(operation, pathIds)}?${name}=${WRONG}`);
        const messages = answer.body.error?.details[name];
        expect({ operation, messages, allClauses: allClauses(messages) }).toMatchObject({ allClauses: true });
      }
    }
  });
});

describe('the documented example', () => {
  let shared: PathIds;
  beforeAll(async () => {
    await app.database.query('truncate forms restart identity cascade'); // so that the fields have the ids of the examples
    shared = await createPathIds(app.api, app);
  });

  /** Operations that remove or end a resource, or add a field, which the example of an order does not have. */
  const needsItsOwn = (operation: string): boolean => /^DELETE |\/(cancel|retry|resume)$|^POST \S+\/fields$/.test(operation);

  /** Preparation that an operation needs to succeed. */
  const BEFORE: Record<string, (pathIds: PathIds) => Promise<unknown>> = {
    'POST /v1/forms/:form/workflow-runs/:run/retry': ({ form, run }) => app.api.post(`/v1/forms/${form}/workflow-runs/${run}/cancel`),
    'POST /v1/forms/:form/notifications/:notification/retry': ({ form, submission }) =>
      app.database.query(`insert into notifications (form_id, submission_id, status) values ($1, $2, 'failed')`, [form, submission]),
    'POST /v1/forms/:form/workflow-runs/:run/resume': (pathIds) => makeWaiting(app, pathIds),
  };

  /** The defaults of its query, which Swagger UI and generated clients send. */
  const defaultsOf = (operation: string): string[] =>
    (documented(operation).parameters ?? []).flatMap(({ name, in: place, schema }) =>
      place === 'query' && schema.default !== undefined ? [`${name}=${String(schema.default)}`] : [],
    );
  const withDefaults = (address: string, defaults: string[]): string =>
    [address, defaults.join('&')].filter((part) => part !== '').join(address.includes('?') ? '&' : '?');

  it.each(Object.keys(OPERATION_PATHS))('of %s succeeds unchanged, and with the defaults of its query', async (operation) => {
    const pathIds = needsItsOwn(operation) ? await createPathIds(app.api, app) : shared;
    await BEFORE[operation]?.(pathIds);
    const { body, headers } = exampleCallOf(operation, operationsOf(app).get(operation)!);
    const options = { ifMatch: '*', idempotencyKey: 'an-example', headers };
    const address = withDefaults(addressWith(operation, pathIds), defaultsOf(operation));
    const answer = await app.api.call(methodOf(operation), address, body, options);
    expect([answer.status]).toEqual(successOf(operation));
  });

  it('of a submission succeeds unchanged for the form of the examples, from any page', async () => {
    const form = await app.api.post<{ id: string }>('/v1/forms', exampleBodyOf('POST /v1/forms'));
    const address = `/v1/forms/${form.body.data.id}`;
    await app.api.patch(address, exampleBodyOf('PATCH /v1/forms/:id'), { ifMatch: form.etag });
    const { requestBody } = documented('POST /api/v1/forms/:id/submit');
    const { schema } = requestBody!.content['application/json']!;
    const fromPage = { headers: { origin: 'http://localhost:3000' } };
    const answer = await app.api.as(null).post(`/api${address}/submit`, schema.example, fromPage);
    expect(answer.status).toBe(201);
  });
});
