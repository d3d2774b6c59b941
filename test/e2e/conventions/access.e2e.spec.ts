import { randomUUID } from 'node:crypto';
import { makeSecret } from '../../../src/api/auth/secret-format.rules';
import { type Scope, scopesOf } from '../../../src/api/auth/caller';
import { type ErrorCode, API_ERRORS } from '../../../src/api/errors/api-error';
import type { OperationMetadata } from '../../../src/api/operation/operation.types';
import { newId } from '../../../src/platform/ids.rules';
import { type TestApp, allScopesBut, startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import {
  type PathIds,
  addressWith,
  addressOf,
  createPathIds,
  exampleBodyOf,
  isRead,
  methodOf,
  unknownIds,
  operationsOf,
  OPERATION_PATHS,
} from '../../support/operations';
import { type HeaderLine, type WireAnswer, send } from '../../support/wire';

let app: TestApp;
let pathIds: PathIds;
let operations: Map<string, OperationMetadata>;
let stranger: string;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
  operations = operationsOf(app);
  pathIds = await createPathIds(app.api, app);
  stranger = (await app.stranger()).key;
});
afterAll(() => app.close());

const ALL = Object.keys(OPERATION_PATHS);
const WITH_IDS = ALL.filter((operation) => OPERATION_PATHS[operation]!.length > 0);
/** Path parameters that are unique across forms. */
const OWN_IDS: (keyof PathIds)[] = ['field', 'submission', 'file', 'run'];
/** Keys and people belong to the account, and to none of its forms. */
const OF_FORMS = WITH_IDS.filter((operation) => !OPERATION_PATHS[operation]!.some((name) => name === 'key' || name === 'person'));
/** The scopes that an operation gives on, by its example. */
const GIVEN_ON: Readonly<Record<string, readonly Scope[]>> = {
  'POST /v1/keys': ['forms:read', 'submissions:read'],
  'POST /v1/submission-jobs': ['submissions:update'], // its body names the action
};
const WRITING = ALL.filter((operation) => !isRead(operation));

let addresses = 0;

/** Calls an operation with all required headers except the key, from a new address. */
function call(operation: string, key: string | null, path = addressWith(operation, pathIds)): Promise<WireAnswer> {
  const body = exampleBodyOf(operation);
  const headers: HeaderLine[] = [
    ['If-Match', '*'],
    ['Idempotency-Key', randomUUID()],
    ['X-Forwarded-For', `10.0.${(addresses += 1) >> 8}.${addresses & 255}`],
    ...(key === null ? [] : ([['Authorization', `Bearer ${key}`]] as const)),
    ...(body ? ([['Content-Type', 'application/json']] as const) : []),
  ];
  const sent = body ? JSON.stringify(body) : '';
  return send(methodOf(operation), `${app.api.baseUrl}${path}`, headers, sent);
}

function expectRefused({ status, headers, text }: WireAnswer, code: ErrorCode): void {
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: API_ERRORS[code][0],
    body: {
      error: { code, message: expect.any(String), details: {} },
      request_id: headers['x-request-id'],
    },
  });
}

/** Status, headers and body of a refusal, without the parts that differ between requests. */
function visibleOf({ status, headers, text }: WireAnswer): object {
  const rest = Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name));
  return { status, headers: rest, text: text.replace(String(headers['x-request-id']), '') };
}

it('covers every operation that the service has', () => {
  expect([...operations.keys()].sort()).toEqual([...ALL].sort());
});

describe('401', () => {
  it.each(ALL)('%s refuses a request without a key', async (operation) => {
    const answer = await call(operation, null);
    expectRefused(answer, 'invalid_api_key');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it.each(ALL)('%s refuses a key that was never issued', async (operation) => {
    const answer = await call(operation, makeSecret('fck').text);
    expectRefused(answer, 'invalid_api_key');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api", error="invalid_token"');
  });
});

describe('403', () => {
  it.each(ALL)('%s requires the declared scopes and no other, also where nothing exists', async (operation) => {
    const { scope } = operations.get(operation)!;
    const { scopes, word } = scope ? scopesOf(scope) : { scopes: [], word: 'and' };
    const each = scopes.map((one) => [one]);
    for (const missing of word === 'or' ? [scopes] : each) await expectScopesNeeded(operation, scopes, missing);
    for (const enough of word === 'or' ? each : [[...scopes]]) {
      const answer = await call(
        operation,
        await app.key({ scopes: [...enough, ...(GIVEN_ON[operation] ?? [])] }),
        addressWith(operation, unknownIds()),
      );
      expect([enough, answer.status]).not.toEqual([enough, 403]);
    }
  });

  async function expectScopesNeeded(operation: string, scopes: readonly Scope[], missing: readonly Scope[]) {
    const key = await app.key({ scopes: allScopesBut(...missing) });
    const answer = await call(operation, key, addressWith(operation, unknownIds()));
    expectRefused(answer, 'insufficient_scope');
    for (const scope of missing) expect(answer.text).toContain(scope);
    expect(answer.headers['www-authenticate']).toBe(`Bearer realm="api", error="insufficient_scope", scope="${scopes.join(' ')}"`);
  }

  it.each(WRITING)('%s refuses a read-only key, whatever its scopes', async (operation) => {
    expectRefused(await call(operation, await app.key({ isReadOnly: true })), 'writes_disabled');
    expectRefused(await call(operation, await app.key({ isReadOnly: true, scopes: [] })), 'writes_disabled');
  });

  it('lets a read-only key read everything but signing secrets, and set no address', async () => {
    const key = await app.key({ isReadOnly: true });
    const withheld = ['GET /v1/forms/:form/workflow/signing-secrets', 'POST /v1/account/email'];
    for (const operation of ALL.filter((each) => !WRITING.includes(each) && !withheld.includes(each))) {
      expect([operation, (await call(operation, key)).status]).toEqual([operation, 200]);
    }
    for (const operation of withheld) expectRefused(await call(operation, key), 'writes_disabled');
  });
});

describe('404', () => {
  const missingFor = (operation: string): Promise<WireAnswer> => call(operation, stranger, addressWith(operation, unknownIds()));

  it.each(WITH_IDS)('%s answers another account as if nothing existed', async (operation) => {
    const absent = await missingFor(operation);
    expectRefused(absent, 'resource_not_found');
    expect(visibleOf(await call(operation, stranger))).toEqual(visibleOf(absent));
  });

  it.each(OF_FORMS)('%s answers a key without a grant as if nothing existed', async (operation) => {
    const granted = await aForm(app.api);
    const answer = await call(operation, await app.key({ formIds: [granted.id] }));
    expect(visibleOf(answer)).toEqual(visibleOf(await missingFor(operation)));
  });

  it.each(WITH_IDS)('%s answers malformed ids as if nothing existed', async (operation) => {
    const absent = visibleOf(await missingFor(operation));
    const names = OPERATION_PATHS[operation]!;
    const whole = names.map((name) => pathIds[name]);
    for (const at of names.keys()) {
      for (const malformed of malformedIds(whole[at]!)) {
        const path = addressOf(operation, whole.with(at, malformed));
        expect([path, visibleOf(await call(operation, stranger, path))]).toEqual([path, absent]);
      }
    }
  });

  const malformedIds = (id: string): string[] => [
    '0',
    '-1',
    'null',
    'undefined',
    '*',
    '%00',
    '%27%20or%201=1--',
    '..%2F..',
    '%F0%9F%98%80',
    '9223372036854775808',
    '1e3',
    `%20${id}`,
    `${id}%0A`,
    `0${id}`,
    `${id}.json`,
    `%7B${id}%7D`,
    randomUUID(),
    newId().replaceAll('-', ''),
    'x'.repeat(2000),
  ];

  it.each(WITH_IDS.filter((operation) => OPERATION_PATHS[operation]!.some((name) => OWN_IDS.includes(name))))(
    '%s finds nothing of another form under a form of the caller',
    async (operation) => {
      const other = await createPathIds(app.api, app);
      const absent = addressWith(operation, { ...unknownIds(), form: pathIds.form });
      const foreign = addressWith(operation, { ...other, form: pathIds.form });
      const key = await app.key();
      expect(visibleOf(await call(operation, key, foreign))).toEqual(visibleOf(await call(operation, key, absent)));
      expectRefused(await call(operation, key, foreign), 'resource_not_found');
    },
  );

  it('changes nothing when a request is refused', async () => {
    const before = await app.api.get(`/v1/forms/${pathIds.form}`);
    expect(before.body.data).toMatchObject({ revision: 2, field_count: 2, submissions_count: 2, unread_count: 2 });
  });
});
