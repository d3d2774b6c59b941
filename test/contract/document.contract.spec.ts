import { RouteTable } from '../../src/api/operation/route-table';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { apiDocument } from '../support/documented';
import type { World } from '../support/routes';
import { addressIn, aWorld, exampleBodyOf, methodOf, OPERATION_PATHS, operationsOf } from '../support/routes';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Pages and probes, which are for people and machines that read no API document. */
const UNDOCUMENTED = ['GET /f/:id/thanks', 'GET /healthz', 'GET /readyz'];

const documentedOperations = (): string[] =>
  Object.entries(apiDocument.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );

const documented = (operation: string) => {
  const path = operation.split(' ')[1]!.replace(/:(\w+)/g, '{$1}');
  return apiDocument.paths[path]![methodOf(operation).toLowerCase()]!;
};

const successOf = (operation: string): number[] =>
  Object.keys(documented(operation).responses)
    .map(Number)
    .filter((status) => status < 300);

describe('the API document', () => {
  it('has every route of the service, but for pages and probes, and no other', () => {
    const routes = app.app.get(RouteTable).all();
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect([...documentedOperations(), ...UNDOCUMENTED].sort()).toEqual(names.sort());
  });

  it('gives each operation a name of its own', () => {
    const names = Object.values(apiDocument.paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(documentedOperations().length);
  });

  it('tells one success of each operation, and how each can fail', () => {
    for (const operation of operationsOf(app).keys()) {
      expect([operation, successOf(operation)]).toEqual([operation, [expect.any(Number)]]);
      expect(Object.keys(documented(operation).responses)).toEqual(
        expect.arrayContaining(['400', '401', '422', '429', '500', '503']),
      );
    }
  });

  it('tells the meaning and the type of each parameter', () => {
    const parameters = documentedOperations().flatMap((operation) =>
      (documented(operation).parameters ?? []).map(({ name, description, schema }) => ({
        parameter: `${operation} ${name}`,
        isClear: description !== undefined && schema.type !== undefined,
      })),
    );
    expect(parameters.filter(({ isClear }) => !isClear)).toEqual([]);
  });

  it('asks for no body where browsers cannot send one', () => {
    const reads = documentedOperations().filter((operation) => methodOf(operation) === 'GET');
    expect(reads.filter((operation) => documented(operation).requestBody)).toEqual([]);
  });

  it('requires what a test of the draft cannot do without', () => {
    expect(apiDocument.components.schemas['StartTestDto']).toMatchObject({ required: ['source'] });
  });

  it('has an example of each body that an operation needs', () => {
    const lacking = [...operationsOf(app)].filter(
      ([operation, { body }]) => body && !body.optional && !exampleBodyOf(operation),
    );
    expect(lacking).toEqual([]);
  });
});

describe('422', () => {
  const WRONG = 7.5;
  const ANY_TEXT = ['search', 'cursor'];
  const allClauses = (messages: unknown): boolean =>
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every((message) => /^must [^A-Z].*[^.]$/.test(String(message)));

  it('says in short clauses what each member of a body must be', async () => {
    const world = await aWorld(app.api);
    for (const [operation, { body }] of operationsOf(app)) {
      if (!body || methodOf(operation) === 'GET') continue;
      for (const member of Object.keys(apiDocument.components.schemas[body.type.name]!.properties)) {
        if (member === 'definition') continue; // which is told of in sentences, as where it is published
        const sent = { ...exampleBodyOf(operation), [member]: WRONG };
        const options = { ifMatch: '*', idempotencyKey: 'a-fault' };
        const answer = await app.api.call(methodOf(operation), addressIn(operation, world), sent, options);
        const messages = answer.body.error?.details[member];
        expect({ operation, messages, allClauses: allClauses(messages) }).toMatchObject({ allClauses: true });
      }
    }
  });

  it('says in short clauses what each query parameter must be', async () => {
    const world = await aWorld(app.api);
    for (const operation of operationsOf(app).keys()) {
      for (const { name, in: place } of documented(operation).parameters ?? []) {
        if (place !== 'query' || ANY_TEXT.includes(name)) continue;
        const answer = await app.api.get(`${addressIn(operation, world)}?${name}=${WRONG}`);
        const messages = answer.body.error?.details[name];
        expect({ operation, messages, allClauses: allClauses(messages) }).toMatchObject({ allClauses: true });
      }
    }
  });
});

describe('the documented example', () => {
  beforeEach(() => app.database.query('truncate forms restart identity cascade'));

  /** What must have happened before an operation can succeed. */
  const BEFORE: Record<string, (world: World) => Promise<unknown>> = {
    'POST /v1/forms/:form/workflow-runs/:run/retry': ({ form, run }) =>
      app.api.post(`/v1/forms/${form}/workflow-runs/${run}/cancel`),
  };

  it.each(Object.keys(OPERATION_PATHS))('of %s works as it stands', async (operation) => {
    const world = await aWorld(app.api);
    await BEFORE[operation]?.(world);
    const body = exampleBodyOf(operation);
    const options = { ifMatch: '*', idempotencyKey: 'an-example' };
    const answer = await app.api.call(methodOf(operation), addressIn(operation, world), body, options);
    expect([answer.status]).toEqual(successOf(operation));
  });

  it('of a submission works as it stands', async () => {
    const world = await aWorld(app.api);
    const { requestBody } = documented('POST /api/v1/forms/:id/submit');
    const { schema } = requestBody!.content['application/json']!;
    const answer = await app.api.as(null).post(`/api/v1/forms/${world.form}/submit`, schema.example);
    expect(answer.status).toBe(201);
  });
});
