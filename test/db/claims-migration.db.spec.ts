import { createHash } from 'node:crypto';
import { migrate } from '../../src/platform/database/migrations';
import { startApp, type TestApp } from '../support/app';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const JOINED = 'ada\u200b@bücher.example';

/** A form whose values are unique, with claims as the build before has written them: of texts with their invisible characters. */
async function aFormOfTheBuildBefore(values: string[], validation: 'email' | null): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { fields: [{ name: 'mail', type: 'string', validation }], validate_fields: false });
  await setSettings(app.api, form, { intake: { unique_by: 'mail' } });
  for (const mail of values) {
    const { id } = (await submit(app.api, form, { mail: `new ${mail}` })).body.data as { id: string };
    await app.database.query('update submissions set fields = $2 where id = $1', [id, JSON.stringify({ mail })]);
    await app.database.query('update unique_values set digest = $2 where submission_id = $1', [id, sha256(mail)]);
  }
  return form;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function migrateAgain(): Promise<void> {
  await app.database.query(`delete from migrations where name like 'ClaimsWithoutInvisibleCharacters%'`);
  expect(await migrate(app.databaseUrl)).toHaveLength(1);
}

const claimsOf = ({ id }: CreatedForm) =>
  app.database.query<{ value: string; digest: Buffer; holds: boolean }>(
    `select s.fields ->> 'mail' as value, c.digest, c.holds from unique_values c join submissions s on s.id = c.submission_id
     where c.form_id = $1 order by s.received_at, s.id`,
    [id],
  );

describe('claims of values with invisible characters', () => {
  it('are those of what people see, so that the value is found again', async () => {
    const form = await aFormOfTheBuildBefore([JOINED, 'plain@example.com'], 'email');
    await migrateAgain();
    expect(await claimsOf(form)).toEqual([
      { value: JOINED, digest: sha256('ada@xn--bcher-kva.example'), holds: true },
      { value: 'plain@example.com', digest: sha256('plain@example.com'), holds: true },
    ]);
    for (const mail of [JOINED, 'Ada@bücher.example', 'plain@example.com'])
      expect((await submit(app.api, form, { mail })).status).toBe(409);
  });

  it('are held by the submission that came first, or has held the value before', async () => {
    const values = ['a\u00ad', 'a\u2060', 'b', 'b\ufeff'];
    const form = await aFormOfTheBuildBefore(values, null);
    await migrateAgain();
    await migrateAgain();
    expect(await claimsOf(form)).toEqual([
      { value: values[0], digest: sha256('a'), holds: true },
      { value: values[1], digest: sha256('a'), holds: false },
      { value: values[2], digest: sha256('b'), holds: true },
      { value: values[3], digest: sha256('b'), holds: false },
    ]);
  });
});
