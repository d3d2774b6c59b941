import { setSettings } from '../../support/forms';
import { expectPage } from '../../support/pages';
import { linkIn, Confirmations } from './confirmations.fixture';

let confirmations: Confirmations;
beforeAll(async () => {
  confirmations = await Confirmations.start();
});
beforeEach(() => confirmations.reset());
afterEach(async () => expect(await confirmations.violations()).toEqual([]));
afterAll(() => confirmations.app.close());

const database = () => confirmations.app.database;
/** Lets the time pass until the next try, and a moment more, since the column has milliseconds and may be rounded up. */
const passPause = (id: string) =>
  database().query(
    `update address_confirmations set due_at = now() - interval '1 second' where submission_id = $1 and due_at is not null`,
    [id],
  );

it('a mail that the server refuses for good makes the submission an ordinary one in quarantine, which says why', async () => {
  const form = await confirmations.form('require');
  confirmations.smtp.refuses = () => 550;
  const { id } = await confirmations.submit(form);
  await confirmations.deliver();
  expect(await confirmations.submission(form, id)).toMatchObject({
    state: 'quarantined',
    spam_reasons: [{ check: 'confirmation_unsent', detail: expect.stringContaining('mistyped') as string }],
  });
  const settings = await confirmations.api.get<object>(`/v1/forms/${form.id}/settings`);
  expect(settings.body.data).toMatchObject({ quarantined: 1 });
  expect(await confirmations.statusOf(id)).toMatchObject({ status: 'failed', error_code: 'rejected_recipient' });
});

it('a mail that the server refuses for now is tried again, with the same link and Message-ID', async () => {
  const form = await confirmations.form('require');
  const seen: string[] = [];
  confirmations.smtp.decides = (content) => {
    seen.push(content);
    return seen.length <= 3 ? 451 : null;
  };
  const { id } = await confirmations.submit(form);
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await confirmations.deliver()).toEqual([]);
    await passPause(id);
  }
  const [mail] = await confirmations.deliver();
  expect(new Set(seen.map((content) => /^Message-ID: (.*)$/im.exec(content)![1])).size).toBe(1);
  expectPage(await confirmations.read(linkIn(mail!), 'POST'), 200, 'your address is confirmed');
});

it('a fourth mail of a day to one address is not sent, whatever its spelling', async () => {
  const form = await confirmations.form('require');
  const [mailbox, domain] = confirmations.address().split('@') as [string, string];
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await confirmations.submit(form, { email: `${mailbox}+${count}@${domain}` })).id);
  expect(await confirmations.deliver()).toHaveLength(3);
  expect(await confirmations.statusOf(ids[3]!)).toMatchObject({ status: 'skipped', error_code: 'visitor_mail_limit' });
  expect(await confirmations.submission(form, ids[3]!)).toMatchObject({ spam_reasons: [{ check: 'confirmation_unsent' }] });
});

it('with ask, a mail that cannot be sent leaves the submission as it is', async () => {
  const form = await confirmations.form('ask');
  confirmations.smtp.refuses = () => 550;
  const { id } = await confirmations.submit(form);
  await confirmations.deliver();
  expect(await confirmations.submission(form, id)).not.toHaveProperty('state');
});

it('a form that stops to ask before the mail was sent keeps what waits for it in quarantine', async () => {
  const form = await confirmations.form('require');
  const { id } = await confirmations.submit(form);
  await setSettings(confirmations.api, form, { respondent: { confirm: 'off' } });
  expect(await confirmations.deliver()).toEqual([]);
  expect(await confirmations.submission(form, id)).toMatchObject({ spam_reasons: [{ check: 'confirmation_unsent' }] });
});

it('a link that was sent still confirms when the form has stopped to ask', async () => {
  const form = await confirmations.form('require');
  const { id, link } = await confirmations.asked(form);
  await setSettings(confirmations.api, form, { respondent: { confirm: 'off' } });
  expectPage(await confirmations.read(link, 'POST'), 200, 'your address is confirmed');
  expect(await confirmations.submission(form, id)).not.toHaveProperty('state');
});

it('of two workers at once, one sends the mail', async () => {
  const form = await confirmations.form('ask');
  await confirmations.submit(form);
  const [first, second] = await Promise.all([confirmations.deliver(), confirmations.deliver()]);
  expect(first.length + second.length).toBe(1);
});

it('the name of the form is text in the mail, whatever it is', async () => {
  const form = await confirmations.form('ask', {}, { name: '<b>"Bold", & co</b>' });
  await confirmations.submit(form);
  const [mail] = await confirmations.deliver();
  expect(mail!.html).toContain('&lt;b&gt;');
  expect(mail!.text).toContain('“<b>"Bold", & co</b>”');
  expect(mail!.headers.get('from')).toContain('forms@example.org');
});
