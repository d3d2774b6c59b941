import type { Answer } from '../../support/api';
import { expectError, untilServed } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { waitUntil } from '../../support/wait-until';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, aSubmission, submit } from '../../support/forms';
import { onlyFieldsIn, storedIn } from '../../support/intake';
import { blockSubmissionInserts, countLockWaiters } from '../../support/queries';

let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await shareApp();
  other = await app.sibling();
});

const OLD = { name: 'old_name', type: 'string', required: false };
const SENT = { old_name: 'x', new_name: 'y' };

/** An enabled form whose field contract is not locked, so that its first submission locks it. */
async function aFormWithUnlockedFields(): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { fields: [OLD] });
  await app.database.query('update forms set first_enabled_at = null where id = $1', [form.id]);
  return form;
}

const rename = ({ id, fields }: CreatedForm, { api }: Instance = app): Promise<Answer> =>
  api.patch(`/v1/forms/${id}/fields/${fields[0]!.id}`, { name: 'new_name' }, { ifMatch: '*' });

const enable = ({ id }: CreatedForm): Promise<Answer> => app.api.patch(`/v1/forms/${id}`, { status: 'enabled' }, { ifMatch: '*' });

/** At the least: they go on until each side has won once. */
const ROUNDS = 80;

interface Outcome {
  renamed: number;
  keys: string[];
}

/** Renames a field of a form during its first submissions, and in every second round while the form is enabled. */
async function race(round: number): Promise<Outcome> {
  const isOpen = round % 2 === 0;
  const form = isOpen ? await aFormWithUnlockedFields() : await aForm(app.api, { fields: [OLD] });
  const submitTo = (n: number): Promise<Answer> => submit((n % 2 ? app : other).api, form, SENT);
  const early = [0, 1].slice(round % 3).map(submitTo);
  const edits = isOpen ? [] : [untilServed(() => enable(form))];
  const renaming = untilServed(() => rename(form, round % 4 < 2 ? app : other));
  const answers = await Promise.all([...early, ...[2, 3, 4].map(submitTo)]);
  for (const { status } of [...answers, ...(await Promise.all(edits))]) expect([200, 201, 403, 503]).toContain(status);
  expect((await untilServed(() => submitTo(5))).status).toBe(201);
  const keys = (await storedIn(app.api, form)).flatMap(({ fields }) => Object.keys(fields));
  return { renamed: (await renaming).status, keys };
}

describe('the name and type of a field', () => {
  it('match the stored submissions when an edit and the first submissions are concurrent', async () => {
    const outcomes: Outcome[] = [];
    const isWonBy = (status: number) => outcomes.some(({ renamed }) => renamed === status);
    for (let round = 0; round < ROUNDS || !isWonBy(200) || !isWonBy(409); round += 8) {
      outcomes.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => race(round + n)))));
    }
    for (const { renamed, keys } of outcomes) {
      expect([200, 409]).toContain(renamed);
      expect(new Set(keys)).toEqual(new Set([renamed === 200 ? 'new_name' : 'old_name']));
    }
  });

  it('are locked by a first submission whose commit is in flight', async () => {
    const form = await aFormWithUnlockedFields();
    const pause = await blockSubmissionInserts(app.databaseUrl);
    const submitting = submit(app.api, form, SENT);
    await waitUntil(async () => (await countLockWaiters(app)) === 1);
    const renaming = rename(form, other);
    await waitUntil(async () => (await countLockWaiters(app)) === 2);
    await pause.release();
    expect((await submitting).status).toBe(201);
    expectError(await renaming, 'field_contract_locked');
    expect(await onlyFieldsIn(app.api, form)).toEqual({ old_name: 'x' });
  });

  it.each([{ name: 'other' }, { type: 'number' }])('stay locked after the form has been enabled once: %j', async (change) => {
    const form = await anEnabledForm(app.api, { fields: [OLD] });
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
    const path = `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
    expectError(await app.api.patch(path, change, { ifMatch: '*' }), 'field_contract_locked');
  });

  it.each([{ name: 'other' }, { type: 'number' }])('stay locked after all submissions are deleted: %j', async (change) => {
    const form = await anEnabledForm(app.api, { fields: [OLD] });
    const id = await aSubmission(app.api, form);
    await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
    await app.database.query('update forms set first_enabled_at = null where id = $1', [form.id]);
    const path = `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
    expectError(await app.api.patch(path, change, { ifMatch: '*' }), 'field_contract_locked');
  });
});

describe('an edit of a form', () => {
  it.each<[string, (form: CreatedForm) => Promise<Answer>]>([
    ['disabling', ({ id }) => other.api.patch(`/v1/forms/${id}`, { status: 'disabled' }, { ifMatch: '*' })],
    ['deletion', ({ id }) => other.api.delete(`/v1/forms/${id}`, { ifMatch: '*' })],
  ])('waits for submissions whose commit is in flight: %s', async (_, edit) => {
    const form = await anEnabledForm(app.api);
    const pause = await blockSubmissionInserts(app.databaseUrl);
    const submitting = submit(app.api, form, { n: 1 });
    await waitUntil(async () => (await countLockWaiters(app)) === 1);
    const editing = edit(form);
    await waitUntil(async () => (await countLockWaiters(app)) === 2);
    await pause.release();
    expect((await submitting).status).toBe(201);
    expect((await editing).status).toBe(200);
  });
});
