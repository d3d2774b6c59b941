import { randomUUID } from 'node:crypto';
import type { OperationMetadata } from '../../../src/api/operation/operation.types';
import { type Role, ROLES } from '../../../src/keys/roles.rules';
import { type TestApp, shareApp } from '../../support/app';
import { cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { aForm } from '../../support/forms';
import { addressWith, exampleCallOf, methodOf, operationsOf, unknownIds } from '../../support/operations';
import { type HeaderLine, send, type WireAnswer } from '../../support/wire';

/** The roles from the least to the greatest. Each may do what those before it may. */
const RANKS: readonly Role[] = ['viewer', 'reader', 'editor', 'owner'];

/** The least role that may execute each operation, and that of further actions of an operation. */
const LEAST: Readonly<Record<Role, readonly string[]>> = {
  viewer: [
    ...['getCapabilities', 'listValidationPresets', 'listForms', 'getForm', 'getFormLabels', 'getFormSettings', 'listFields', 'getField'],
    ...['listFieldUses', 'getNameUse', 'previewRetention', 'testFormOrigins', 'testSpamSettings', 'listFormRefusals', 'listNotices'],
    ...['listSubmissions', 'listAllSubmissions', 'getSubmission', 'countSubmissions', 'listFormDays', 'listChanges', 'exportSubmissions'],
    ...[
      'listFiles',
      'downloadFile',
      'createFileLink',
      'listImports',
      'listErasures',
      'getErasure',
      'listSubmissionJobs',
      'getSubmissionJob',
      'listVisitorStops',
      'listSubmissionEdits',
    ],
    ...['listExportLinks', 'listAllExportLinks', 'createExportLink', 'deleteExportLink', 'listUnsentNotifications'],
    ...['getWorkflow', 'listWorkflowVersions', 'getWorkflowVersion', 'listAllWorkflowRuns', 'listWorkflowRuns', 'getWorkflowRun'],
  ],
  reader: [
    ...['updateSubmission', 'releaseSubmission', 'markSubmissionAsSpam', 'changeSubmissions', 'createSubmissionJob', 'cancelSubmissionJob'],
    ...['retryNotification', 'retryNotifications', 'dismissNotifications', 'removeVisitorStop'],
  ],
  editor: [
    ...['createForm', 'updateForm', 'updateFormSettings', 'rotateSubmissionToken', 'createField', 'updateField', 'deleteField'],
    ...['reorderFields', 'closeNotice', 'importSubmissions', 'replaceWorkflowDraft', 'restoreWorkflowDraft', 'publishWorkflow'],
    ...['testWorkflow', 'listSigningSecrets', 'rotateSigningSecret', 'sendAllAgain', 'retryWorkflowRun', 'retryWorkflowRuns'],
    ...['dismissWorkflowRun', 'dismissWorkflowRuns', 'cancelWorkflowRun', 'resumeWorkflowRun'],
  ],
  owner: [
    ...[
      'deleteForm',
      'deleteSubmission',
      'restoreSubmission',
      'changeSubmissions delete',
      'createSubmissionJob delete',
      'deleteFile',
      'undoImport',
    ],
    ...['createErasure', 'getAccount', 'setAccountEmail', 'deleteAccountEmail', 'listAuditEvents'],
    ...['listKeys', 'getKey', 'createKey', 'updateKey', 'rotateKey', 'revokeKey', 'createSignInLink', 'createInvitation'],
  ],
};

let app: TestApp;
let form: string;
let operations: Map<string, OperationMetadata>;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  app = await shareApp();
  form = (await aForm(app.api)).id;
  operations = operationsOf(app);
  for (const role of RANKS) cookies.set(role, await aSessionAs(role));
});

async function aSessionAs(role: Role): Promise<string> {
  const person = { address: `${role}@example.com`, name: role };
  const { data } = (await app.api.post('/v1/keys', { kind: 'person', person, scopes: ROLES[role], expires_in: 86_400 })).body;
  const { url } = (await app.api.post(`/v1/keys/${data.id}/sign-in-links`, {})).body.data;
  return cookieOf(await signIn(app, { secret: new URL(url as string).hash.slice(1) }));
}

/** Calls an operation with its example on what does not exist. A body with another action is read only where there is a form. */
function call(role: Role, words: string): Promise<WireAnswer> {
  const [id, action] = words.split(' ');
  const [operation, metadata] = [...operations].find(([, { operationId }]) => operationId === id)!;
  const { body, headers } = exampleCallOf(operation, metadata);
  const lines: HeaderLine[] = [
    ['Cookie', cookies.get(role)!],
    FROM_PAGE,
    ['If-Match', '*'],
    ['Idempotency-Key', randomUUID()],
    ...Object.entries(headers),
    ...(body && !metadata.stream ? ([['Content-Type', 'application/json']] as HeaderLine[]) : []),
  ];
  const sent = body && !metadata.stream ? JSON.stringify({ ...body, ...(action && { action }) }) : '';
  return send(
    methodOf(operation),
    `${app.api.baseUrl}${addressWith(operation, { ...unknownIds(), ...(action && { form }) })}`,
    lines,
    sent,
  );
}

it('says of each operation who may execute it', () => {
  const listed = Object.values(LEAST)
    .flat()
    .map((words) => words.split(' ')[0]!);
  expect([...new Set(listed)].sort()).toEqual([...operations.values()].map(({ operationId }) => operationId).sort());
});

it.each(Object.entries(LEAST).flatMap(([role, words]) => words.map((each) => [each, role as Role] as const)))(
  '%s is for the %s and greater roles, and for no others',
  async (words, least) => {
    const codes: [Role, string | null][] = [];
    for (const role of RANKS) codes.push([role, refusalIn(await call(role, words))]);
    expect(codes).toEqual(RANKS.map((role) => [role, RANKS.indexOf(role) < RANKS.indexOf(least) ? 'insufficient_scope' : null]));
  },
);

/** The code of an answer with the status 403; null for any other one. */
const refusalIn = ({ status, text }: WireAnswer): string | null =>
  status === 403 ? (JSON.parse(text) as { error: { code: string } }).error.code : null;
