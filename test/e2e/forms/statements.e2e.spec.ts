import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, aSubmission } from '../../support/forms';
import { statementsDuring } from '../../support/queries';
import { aStoredFile } from '../../support/stored-files';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  form = await aForm(app.api, { fields: ['a', 'b'].map((name) => ({ name, type: 'string' })) });
  await app.api.get('/v1/capabilities'); // so that the key is in the cache
});
afterAll(() => app.close());

const path = () => `/v1/forms/${form.id}`;

const TABLES = /(?<=\b(?:from|join|into|update) "?)(?:forms|form_stats|fields|submissions|audit_events)\b/gi;

/** The tables of each statement that reads or writes one of these. */
async function tablesDuring(work: () => Promise<{ status: number }>): Promise<string[][]> {
  const statements = await statementsDuring(async () => expect((await work()).status).toBeLessThan(300));
  const tablesOf = (sql: string) => [...new Set(sql.match(TABLES))];
  return statements.map(({ sql }) => tablesOf(sql)).filter((tables) => tables.length > 0);
}

describe('the statements on a form', () => {
  it('of reading it are one for the form with its counters and its fields', async () => {
    expect(await tablesDuring(() => app.api.get(path()))).toEqual([expect.arrayContaining(['forms', 'form_stats', 'fields'])]);
  });

  it('of editing it count its fields and submissions once, and load no field', async () => {
    const tables = await tablesDuring(() => app.api.patch(path(), { name: 'Edited' }, { ifMatch: form.etag }));
    expect(tables).toEqual([
      ['forms'], // found
      ['forms'], // locked
      ['forms'], // updated
      expect.arrayContaining(['form_stats', 'fields']),
      ['audit_events'],
    ]);
  });

  it('of what belongs to it read no counters', async () => {
    const list = await tablesDuring(() => app.api.get(`${path()}/submissions`));
    expect(list).toEqual([['forms'], ['submissions']]);
    const fields = await tablesDuring(() => app.api.get(`${path()}/fields`));
    expect(fields).toEqual([['forms'], ['fields']]);
  });
});

describe('a single read is one statement beside the look-up of the key', () => {
  it.each<[string, () => Promise<string>]>([
    ['form', () => Promise.resolve(path())],
    ['field', () => firstOf(`${path()}/fields`)],
    ['submission', () => firstOf(`${path()}/submissions`)],
    ['file', async () => (await aStoredFile(app, form.id, await aSubmission(app.api, form))).path],
    ['run', () => firstOf(`${path()}/workflow-runs`)],
    ['workflow', () => Promise.resolve(`${path()}/workflow`)],
    ['version', () => Promise.resolve(`${path()}/workflow/versions/1`)],
    ['key', () => Promise.resolve('/v1/capabilities')],
  ])('%s', async (_, pathOf) => {
    await startRuns(2);
    const read = await pathOf();
    expect(await countStatements(read)).toBe(1);
    const selected = await app.key({ formIds: [form.id] });
    await app.api.get('/v1/capabilities', { key: selected });
    expect(await countStatements(read, selected)).toBe(1);
  });
});

describe('a list is at most two statements', () => {
  it.each<[string, () => string]>([
    ['forms', () => '/v1/forms?'],
    ['fields', () => `${path()}/fields?`],
    ['submissions', () => `${path()}/submissions?limit=50`],
    ['files', () => `${path()}/submissions/${submissionId}/files?`],
    ['runs', () => `${path()}/workflow-runs?limit=50`],
    ['versions', () => `${path()}/workflow/versions?`],
  ])('%s', async (_, pathOf) => {
    await startRuns(3);
    expect(await countStatements(pathOf())).toBeLessThanOrEqual(2);
  });
});

let submissionId: string;

/** Publishes the workflow and submits, so that there are submissions with runs. */
async function startRuns(count: number): Promise<void> {
  await aVersion(app.api, form, aFanOut(aWebhook('crm')));
  await app.api.patch(path(), { status: 'enabled' }, { ifMatch: '*' });
  for (let index = 0; index < count; index += 1) submissionId = await aSubmission(app.api, form);
}

async function firstOf(list: string): Promise<string> {
  const { body } = await app.api.get<{ id: string }[]>(list);
  return `${list}/${body.data[0]!.id}`;
}

async function countStatements(read: string, key?: string): Promise<number> {
  const statements = await statementsDuring(async () => expect((await app.api.get(read, { key })).status).toBe(200));
  return statements.filter(({ sql }) => !IS_OF_AUTHENTICATION.test(sql)).length;
}

/** A slow machine may need longer than the five seconds for which a key is cached. */
const IS_OF_AUTHENTICATION = /from api_key_secrets|update api_keys set last_used_at/;
