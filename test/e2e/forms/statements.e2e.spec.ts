import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';
import { statementsDuring } from '../../support/queries';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
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
  it('of reading it are one for the form with its counters and one for its fields', async () => {
    expect(await tablesDuring(() => app.api.get(path()))).toEqual([
      expect.arrayContaining(['forms', 'form_stats']),
      ['fields'],
    ]);
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
