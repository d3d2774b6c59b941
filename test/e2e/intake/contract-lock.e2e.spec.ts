import type { Answer } from '../../support/api';
import { expectError } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';

let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await startApp();
  other = await app.sibling();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const OLD = { name: 'old_name', type: 'string', required: false };
const SENT = { old_name: 'x', new_name: 'y' };

/** A form whose first field is renamed while it is enabled and receives its first submissions. */
async function race(round: number): Promise<{ renamed: number; keys: string[] }> {
  const form = await aForm(app.api, { fields: [OLD] });
  const path = `/v1/forms/${form.id}`;
  const rename = (api = round % 2 ? app.api : other.api): Promise<Answer> =>
    api.patch(`${path}/fields/${form.fields[0]!.id}`, { name: 'new_name' }, { ifMatch: '*' });
  const enable = (): Promise<Answer> => app.api.patch(path, { status: 'enabled' }, { ifMatch: '*' });
  const visit = (n: number): Promise<Answer> => submit((n % 2 ? app : other).api, form, SENT);
  const edits = round % 3 ? [enable(), rename()] : [rename(), enable()];
  const visits = [0, 1, 2, 3].map(visit);
  const [renamed, enabled] = (await Promise.all(edits)).map(({ status }) => status).sort((a, b) => b - a);
  visits.push(visit(4), visit(5));
  expect(enabled).toBe(200);
  for (const { status } of await Promise.all(visits)) expect([201, 403, 503]).toContain(status);
  const keys = (await storedIn(app.api, form)).flatMap(({ fields }) => Object.keys(fields));
  return { renamed: renamed!, keys };
}

describe('the name and type of a field', () => {
  it('of a form that races to its first submissions are those that its submissions were checked against', async () => {
    const outcomes: Awaited<ReturnType<typeof race>>[] = [];
    for (let round = 0; round < 160; round += 8) {
      outcomes.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => race(round + n)))));
    }
    for (const { renamed, keys } of outcomes) {
      expect([200, 409]).toContain(renamed);
      expect(new Set(keys)).toEqual(new Set([renamed === 200 ? 'new_name' : 'old_name']));
    }
    const wins = outcomes.filter(({ renamed }) => renamed === 200).length;
    expect(wins).toBeGreaterThan(0);
    expect(wins).toBeLessThan(outcomes.length);
  });

  it.each([{ name: 'other' }, { type: 'number' }])('stay when the form has been enabled once: %j', async (change) => {
    const form = await anEnabledForm(app.api, { fields: [OLD] });
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
    const path = `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
    expectError(await app.api.patch(path, change, { ifMatch: '*' }), 'field_contract_locked');
  });

  it.each([{ name: 'other' }, { type: 'number' }])('stay when all submissions are deleted: %j', async (change) => {
    const form = await anEnabledForm(app.api, { fields: [OLD] });
    const id = await aSubmission(app.api, form);
    await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
    await app.database.rows('update forms set first_enabled_at = null where id = $1', [form.id]);
    const path = `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
    expectError(await app.api.patch(path, change, { ifMatch: '*' }), 'field_contract_locked');
  });
});
