import { NoticeMailsService } from '../../../src/notices/notice-mails.service';
import type { CreatedForm } from '../../support/forms';
import { setSettings } from '../../support/forms';
import { Notices } from './notices.fixture';

let owner: Notices;
beforeAll(async () => {
  owner = await Notices.start();
});
beforeEach(() => owner.reset());

const query = (sql: string, parameters: unknown[] = []) => owner.app.database.query(sql, parameters);

/** A form whose space for files is full, by what is found without a single submission. */
async function full(settings: object = {}, members: object = {}): Promise<CreatedForm> {
  const form = await owner.form(
    { fields: [{ name: 'cv', type: 'file' }], ...members },
    { intake: { max_stored_bytes: 1000 }, ...settings },
  );
  await fill(form, 1000);
  return form;
}
const fill = (form: { id: string }, bytes: number) => query('update form_stats set stored_bytes = $2 where form_id = $1', [form.id, bytes]);
const to = (...addresses: string[]) => ({ notifications: { to: addresses } });

describe('the mails to a recipient', () => {
  it('are one an hour, with at most twenty lines, and lose none', async () => {
    for (let number = 1; number <= 25; number += 1) await full(to('a@example.com'), { name: `Form ${number}.` });
    await owner.tell();
    const [first, ...others] = owner.takeMails();
    expect(others).toEqual([]);
    expect(first!.headers.get('subject')).toBe('20 notices about your forms');
    await owner.tell();
    await owner.pass('50 minutes');
    await owner.tell();
    expect(owner.takeMails()).toEqual([]);
    await owner.pass('15 minutes');
    await owner.tell();
    const [second] = owner.takeMails();
    const named = [first!, second!].flatMap(({ text }) => text.match(/Form \d+\./g)!);
    expect([...new Set(named)]).toHaveLength(25);
    expect(named).toHaveLength(25);
  });

  it('do not wait for those to a recipient of thousands', async () => {
    await owner.setEmail('a@example.com');
    await query(
      `with form as (
         insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
           select gen_random_uuid(), $1, 'Many', true, false, '', now(), now() from generate_series(1, 2100) returning id
       ) insert into notices (id, account_id, form_id, kind, opened_at) select gen_random_uuid(), $1, id, 'quota_near', now() - interval '1 hour' from form`,
      [owner.app.accountId],
    );
    const { id } = await owner.form({ name: 'One' }, to('b@example.com'));
    await query(`insert into notices (id, account_id, form_id, kind) values (gen_random_uuid(), $1, $2, 'quota_near')`, [
      owner.app.accountId,
      id,
    ]);
    await owner.app.app.get(NoticeMailsService).send();
    await query(`delete from forms where name = 'Many'`);
    expect(owner.takeSubjects().sort()).toEqual([
      'a@example.com: 20 notices about your forms',
      'b@example.com: A quota is nearly used up: One',
    ]);
  });

  it('hold only the forms that name it, in the language of each', async () => {
    await full({ ...to('a@example.com', 'b@example.com'), page: { language: 'de' } }, { name: 'Beide' });
    await full(to('b@example.com'), { name: 'Only b' });
    await owner.tell();
    const mails = owner.takeMails();
    expect(mails.map((mail) => mail.to)).toEqual([['a@example.com'], ['b@example.com']]);
    expect(mails[0]!.headers.get('subject')).toBe('Ein Kontingent ist verbraucht: Beide');
    expect(mails[0]!.text).not.toContain('Only b');
    expect(mails[1]!.text).toContain('Der Platz für Dateien ist voll');
    expect(mails[1]!.text).toContain('The space for files is full');
  });

  it('tell of an end that comes before the mail went', async () => {
    await full(to('a@example.com'));
    await owner.tell();
    const form = await full(to('a@example.com'), { name: 'Short' });
    await owner.tell();
    await fill(form, 0);
    await owner.tell();
    owner.takeMails();
    await owner.pass('1 hour 1 minute');
    await owner.tell();
    expect(owner.takeSubjects()).toEqual(['a@example.com: Over: A quota is used up: Short']);
  });

  it('tell nothing of a form whose settings turn them off', async () => {
    const form = await full({ notices: { mail: false } });
    await owner.tell();
    expect(owner.takeMails()).toEqual([]);
    expect(await owner.openOf(form)).toEqual(['quota_reached']);
    await setSettings(owner.app.api, form, { notices: { mail: true } });
    await owner.tell();
    expect(owner.takeMails()).toHaveLength(1);
  });
});

it('what comes back within a day goes on untold, and later it is told again', async () => {
  const form = await full();
  await owner.tell();
  await fill(form, 0);
  await owner.pass('2 hours');
  await owner.tell();
  expect(owner.takeMails()).toHaveLength(2);
  await owner.pass('20 hours');
  await fill(form, 1000);
  await owner.tell();
  expect(await owner.openOf(form)).toEqual(['quota_reached']);
  await owner.pass('20 hours');
  await fill(form, 0);
  await owner.tell();
  expect(owner.takeMails()).toEqual([]);
  await owner.pass('25 hours');
  await fill(form, 1000);
  await owner.tell();
  expect(owner.takeMails()).toHaveLength(1);
});

it('many processes at once tell once', async () => {
  const siblings = await Promise.all([owner.app.sibling(), owner.app.sibling()]);
  await full();
  await full(to('a@example.com', 'b@example.com', 'c@example.com'));
  for (let round = 0; round < 3; round += 1) await Promise.all([owner.app, ...siblings].map((instance) => owner.tell(instance)));
  expect(owner.takeMails()).toHaveLength(4);
});

it('what was so before the first pass is told by no mail, and neither is its end', async () => {
  const form = await full();
  await query('update notice_passes set passed_at = null');
  await owner.tell();
  expect(await owner.openOf(form)).toEqual(['quota_reached']);
  await fill(form, 0);
  await owner.tell();
  expect(owner.takeMails()).toEqual([]);
});

it('without a mail server nothing waits, and later only what is still so is told', async () => {
  const mute = await owner.app.sibling({ smtpUrl: null, mailFrom: null });
  const ended = await full();
  const lasting = await full(to('lasting@example.com'));
  await owner.tell(mute);
  await fill(ended, 0);
  await owner.tell(mute);
  await owner.pass('2 days');
  await owner.tell();
  expect(owner.takeSubjects()).toEqual(['lasting@example.com: A quota is used up: Contact']);
  expect(await owner.openOf(lasting)).toEqual(['quota_reached']);
});

it('a mail that the server refuses for now is sent an hour later', async () => {
  await full();
  owner.smtp.decides = () => 451;
  await owner.tell();
  owner.smtp.decides = () => null;
  await owner.tell();
  expect(owner.takeMails()).toEqual([]);
  await owner.pass('1 hour 1 minute');
  await owner.tell();
  expect(owner.takeMails()).toHaveLength(1);
});

it('a key sees the notices of its forms alone, in pages, open ones first', async () => {
  const forms = [await full(), await full(), await full()];
  await owner.tell();
  await fill(forms[0]!, 0);
  await owner.tell();
  const kinds = [];
  for (let path = '/v1/notices?limit=2'; ;) {
    const { body } = await owner.app.api.get<{ form_id: string; closed_at: string | null }[]>(path);
    kinds.push(...body.data.map(({ form_id, closed_at }) => [form_id, closed_at === null]));
    const { next_cursor: cursor } = body.meta as { next_cursor: string | null };
    if (cursor === null) break;
    path = `/v1/notices?limit=2&cursor=${cursor}`;
  }
  expect(kinds).toEqual([
    [forms[2]!.id, true],
    [forms[1]!.id, true],
    [forms[0]!.id, false],
  ]);
  const narrow = owner.app.api.as(await owner.app.key({ scopes: ['forms:read', 'forms:update'], formIds: [forms[1]!.id] }));
  const [own, ...others] = await owner.list(narrow);
  expect([own!.form_id, others]).toEqual([forms[1]!.id, []]);
  const [unseen] = (await owner.list()) as unknown as [{ id: string }];
  expect((await narrow.post(`/v1/notices/${unseen.id}/close`)).status).toBe(404);
  expect((await narrow.post(`/v1/notices/${own!.id}/close`)).status).toBe(200);
});
