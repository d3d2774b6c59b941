import fc from 'fast-check';
import { AccountsService } from '../../../src/accounts/accounts.service';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import type { ErrorCode } from '../../../src/api/errors/api-error';
import { type Answer, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { expectDocumented } from '../../support/documented';
import type { PathIds } from '../../support/operations';
import { addressWith, addressOf, createPathIds, bodyMembersOf, exampleBodyOf, methodOf, OPERATION_PATHS } from '../../support/operations';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

let app: TestApp;
let pathIds: PathIds;
let key: string;
beforeAll(async () => {
  app = await shareApp();
  const unlimited = 1_000_000_000;
  const { id: accountId } = await app.app.get(AccountsService).create('unlimited', 'self_hosted', unlimited);
  const limits = { readPerMinute: unlimited, writePerMinute: unlimited, destructivePerMinute: unlimited };
  key = await app.key({ accountId, ...limits });
  pathIds = await createPathIds(app.api.as(key), app);
});
afterAll(() => app.close());

const OPERATIONS = Object.keys(OPERATION_PATHS);
const WITH_BODY = OPERATIONS.filter((operation) => exampleBodyOf(operation));

const SQL = ["'", "' or 1=1 --", "1'; drop table forms; --", '$1', '%', '\\', '") or ("1"="1', "\\'; select pg_sleep(9) --"];
const ODD = ['', ' ', '\0', '\r\nX-Evil: 1', '\ud800', '\uffff', '😀', '../../etc/passwd', '${7*7}', '{{7*7}}', '<script>'];
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length'];
const VALUES = ['null', 'undefined', 'NaN', '-0', '1e400', '9'.repeat(30), 'true', '[object Object]', '*', 'W/"x"', '"', ','];

/** Values that are known to break services, and random ones. */
const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...SQL, ...ODD, ...NAMES, ...VALUES),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ minLength: 250, maxLength: 260 }),
  );

const json = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    text(),
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, false, [], {}),
    fc.dictionary(text(), fc.jsonValue(), { noNullPrototype: true }),
    fc.array(fc.jsonValue()),
  );

/** The documented example with one of its values, at any depth, replaced. */
const mutated = (example: object): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...pathsIn(example)), json()).map(([path, value]) => replaced(example, path, value));

const bodyFor = (operation: string): fc.Arbitrary<string | Buffer> => {
  const example = exampleBodyOf(operation) ?? {};
  return fc.oneof(
    { weight: 6, arbitrary: mutated(example).map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc.tuple(text(), json()).map(([name, value]) => JSON.stringify({ ...example, [name]: value })),
    },
    { weight: 1, arbitrary: json().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(JSON.stringify(example)) },
  );
};

/** Limited to what an HTTP client can send. */
const headerText = (): fc.Arbitrary<string> => text().map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));

const HEADERS = ['If-Match', 'If-None-Match', 'Idempotency-Key', 'Content-Type', 'Content-Encoding', 'Accept', 'X-Request-Id'];
const MORE_HEADERS = ['X-Forwarded-For', 'Origin', 'Cookie', 'Range', 'Accept-Encoding', 'X-HTTP-Method-Override', 'traceparent'];

const headersFor = (): fc.Arbitrary<HeaderLine[]> =>
  fc.array(fc.tuple(fc.constantFrom(...HEADERS, ...MORE_HEADERS), headerText()), { maxLength: 3 });

const QUERY = ['status', 'search', 'limit', 'cursor', 'read_status', 'received_after', 'source', 'run_kind', 'created_before'];

const queryFor = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...QUERY), text()), text()), { maxLength: 2 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`));

interface Hostile {
  operation: string;
  ids: (string | null)[];
  query: string;
  headers: HeaderLine[];
  body: string | Buffer;
}

/** Mostly valid ids, so that later checks are reached. */
const idOrNot = (): fc.Arbitrary<string | null> => fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: text() });

const hostile = (): fc.Arbitrary<Hostile> =>
  fc.constantFrom(...OPERATIONS).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      ids: fc.tuple(idOrNot(), idOrNot()),
      query: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: queryFor() }),
      headers: headersFor(),
      body: bodyFor(operation),
    }),
  );

async function call({ operation, ids, query, headers, body }: Hostile): Promise<WireAnswer> {
  const whole = OPERATION_PATHS[operation]!.map((name, at) => ids[at] ?? pathIds[name]);
  const path = addressOf(
    operation,
    whole.map((id) => encodeURIComponent(id.toWellFormed())),
  );
  const given = new Set(headers.map(([name]) => name));
  const usual: HeaderLine[] = [
    ['If-Match', '*'],
    ['Idempotency-Key', `k${Math.random()}`],
    ['Content-Type', 'application/json'],
  ];
  const lines = [...usual.filter(([name]) => !given.has(name)), ...headers];
  const sent = methodOf(operation) === 'GET' ? '' : body;
  const method = methodOf(operation);
  const answer = await send(method, `${app.api.baseUrl}${path}${query}`, [['Authorization', `Bearer ${key}`], ...lines], sent);
  if (answer.status >= 400)
    expectDocumented({ method, path, headers: {}, body: undefined }, { ...answer, body: JSON.parse(answer.text) } as unknown as Answer);
  return answer;
}

const LEAKS = /node_modules|\.ts:\d|QueryFailed|TypeError|at [A-Z]\w+\.|relation "|syntax error|ECONN|postgres/;

/** Expects an answer of the documented shape: no 500 and no internal details. */
function expectUsualShape({ status, headers, text: body }: WireAnswer): void {
  expect(status).toBeLessThan(500);
  expect(headers).not.toHaveProperty('x-evil');
  expect(headers['x-request-id']).toMatch(/^req_/);
  if (status === 304) return;
  if (status === 200 && headers['content-disposition']) return; // a download
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { error, request_id: requestId } = JSON.parse(body) as { error?: { code: ErrorCode }; request_id?: string };
  if (status < 300) return;
  expect(requestId).toBe(headers['x-request-id']);
  expect(API_ERRORS[error!.code][0]).toBe(status);
  expect(body).not.toMatch(LEAKS);
}

describe('a hostile request to any operation', () => {
  it('gets a documented answer and never a 500', async () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype).length;
    const statuses = new Set<number>();
    const property = fc.asyncProperty(hostile(), async (request) => {
      const answer = await call(request);
      statuses.add(answer.status);
      expectUsualShape(answer);
      if (request.operation.startsWith('DELETE') && answer.status === 200) pathIds = await createPathIds(app.api.as(key), app);
    });
    await fc.assert(property, { numRuns: 600 });
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(inherited);
    for (const status of [200, 201, 400, 404, 412, 415, 422]) expect([...statuses]).toContain(status);
  });
});

describe('read-only members', () => {
  it.each(WITH_BODY)('%s refuses every database column that is not a member of its body', async (operation) => {
    const known = bodyMembersOf(operation);
    const columns = await app.database.query<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'public'
        and table_name in ('forms', 'form_stats', 'fields', 'submissions', 'workflows', 'accounts') order by 1`,
    );
    const strangers = columns.map(({ name }) => name).filter((name) => !known.includes(name));
    const body = { ...exampleBodyOf(operation), ...Object.fromEntries(strangers.map((name) => [name, 1])) };
    const before = await everyRow();
    const options = { ifMatch: '*', idempotencyKey: 'strangers' };
    const answer = await app.api.as(key).call(methodOf(operation), addressWith(operation, pathIds), body, options);
    expectFieldErrors(answer, ...strangers);
    expect(await everyRow()).toEqual(before);
  });

  const everyRow = () =>
    app.database.query(
      `select to_jsonb(f) as form, (select jsonb_agg(to_jsonb(d) order by d.id) from fields d where d.form_id = f.id) as fields,
         (select to_jsonb(w) from workflows w where w.form_id = f.id) as workflow from forms f where f.id = $1`,
      [pathIds.form],
    );
});

/** The paths of all values of an example, the root included. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(name), replaced(value[Number(name)], rest, by));
  const members = value as Record<string, unknown>;
  return { ...members, [name]: replaced(members[name], rest, by) };
}
