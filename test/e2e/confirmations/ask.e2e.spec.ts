import { etagOf, setSettings, submit } from '../../support/forms';
import { BROWSER, expectPage } from '../../support/pages';
import { aDefinition, aVersion, START, STORE } from '../../support/workflows';
import { send } from '../../support/wire';
import { Confirmations, linkIn } from './confirmations.fixture';

let confirmations: Confirmations;
beforeAll(async () => {
  confirmations = await Confirmations.start();
});
beforeEach(() => confirmations.reset());
afterAll(() => confirmations.app.close());

it('accepts at once, and one mail with one link confirms by its button', async () => {
  const form = await confirmations.form('ask');
  await aVersion(confirmations.api, form, aDefinition([START, STORE], 'start>store'));
  const address = confirmations.address();
  const receipt = await confirmations.submit(form, { email: address });
  expect(receipt.confirmation).toBe('pending');
  expect(await confirmations.submission(form, receipt.id)).not.toHaveProperty('address_confirmed_at');
  const mails = await confirmations.deliver();
  expect(mails).toHaveLength(1);
  const [{ to, headers, text }] = mails as [(typeof mails)[0]];
  expect([to, headers.get('from'), headers.get('reply-to')]).toEqual([[address], '"Sign-up" <forms@example.org>', undefined]);
  expect(headers.get('auto-submitted')).toBe('auto-replied');
  expect(headers.get('list-unsubscribe')).toMatch(/^<http.*>$/);
  expect(headers.get('message-id')).toBe(`<${receipt.id}.confirm@example.org>`);
  expect(text).toContain('“Sign-up”');
  const link = linkIn(mails[0]!);
  expectPage(await confirmations.read(link), 200, 'Sign-up', 'Confirm my address');
  expectPage(await confirmations.read(link, 'POST'), 200, 'your address is confirmed');
  const { address_confirmed_at: at, ...confirmed } = await confirmations.submission(form, receipt.id);
  expect(at).toEqual(expect.any(String));
  expect(confirmed).not.toHaveProperty('state');
  expectPage(await confirmations.read(link, 'POST'), 200, 'your address is confirmed');
  expectPage(await confirmations.read(link), 200, 'your address is confirmed');
  expect((await confirmations.submission(form, receipt.id)).address_confirmed_at).toBe(at);
  expect(await confirmations.deliver()).toEqual([]);
  expect(await confirmations.violations()).toEqual([]);
});

it('a scanner that fetches every link of every mail confirms nothing', async () => {
  const form = await confirmations.form('ask');
  const { id, link } = await confirmations.asked(form);
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const answer = await confirmations.read(link, method, [['Sec-Purpose', 'prefetch']]);
    expect([answer.status, answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
  }
  expect(await confirmations.submission(form, id)).not.toHaveProperty('address_confirmed_at');
});

it.each([
  ['de', 'Meine Adresse bestätigen', 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
  ['fr', 'Confirmer mon adresse', 'Veuillez confirmer votre adresse e-mail'],
  ['es', 'Confirmar mi dirección', 'Confirme su dirección de correo'],
])('the mail and its page are in the language of the page: %s', async (language, button, subject) => {
  const form = await confirmations.form('ask');
  await confirmations.submit(form, {}, { 'Accept-Language': language });
  const [mail] = await confirmations.deliver();
  expect(mail!.headers.get('subject')).toBe(subject);
  expectPage(await confirmations.read(linkIn(mail!), 'GET', [['Accept-Language', language]]), 200, button);
});

it('a guessed or altered link, and one of another form, confirms nothing', async () => {
  const [form, other] = [await confirmations.form('ask'), await confirmations.form('ask')];
  const { id, link } = await confirmations.asked(form);
  const token = link.slice(link.lastIndexOf('/') + 1);
  const altered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const path of [link.replace(token, altered), link.replace(token, 'A'.repeat(90)), link.replace(form.id, other.id)])
    expectPage(await confirmations.read(path, 'POST'), 404, 'This link is no longer valid');
  expect(await confirmations.submission(form, id)).not.toHaveProperty('address_confirmed_at');
});

it('a link ends with its submission', async () => {
  const form = await confirmations.form('ask');
  const { id, link } = await confirmations.asked(form);
  expect((await confirmations.api.delete(`/v1/forms/${form.id}/submissions/${id}`)).status).toBe(200);
  expectPage(await confirmations.read(link), 404, 'This link is no longer valid');
  expectPage(await confirmations.read(link, 'POST'), 404, 'This link is no longer valid');
});

it('a link ends with the address, when that is another one by now', async () => {
  const form = await confirmations.form('ask');
  const { id, link } = await confirmations.asked(form);
  await confirmations.app.database.query(`update submissions set fields = '{"email":"other@example.com"}' where id = $1`, [id]);
  expectPage(await confirmations.read(link, 'POST'), 404, 'This link is no longer valid');
});

it('replays answer as the first time, also after the confirmation, and ask for none again', async () => {
  const form = await confirmations.form('ask');
  const fields = { email: confirmations.address() };
  const key = { 'Idempotency-Key': 'a-key-of-the-page' };
  const first = await confirmations.submit(form, fields, key);
  const [mail] = await confirmations.deliver();
  await confirmations.read(linkIn(mail!), 'POST');
  expect(await confirmations.submit(form, fields, key)).toEqual(first);
  expect(first.confirmation).toBe('pending');
  expect(await confirmations.deliver()).toEqual([]);
});

it('browsers get a page of thanks that tells of the mail', async () => {
  const form = await confirmations.form('ask');
  const url = `${confirmations.api.baseUrl}/api/v1/forms/${form.id}/submit`;
  const headers: [string, string][] = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', BROWSER],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ];
  const sent = await send('POST', url, headers, new URLSearchParams({ email: confirmations.address() }).toString());
  expect([sent.status, sent.headers.location]).toEqual([303, `/f/${form.id}/thanks?confirm`]);
  const thanks = await send('GET', `${confirmations.api.baseUrl}${sent.headers.location}`, [['Accept', BROWSER]]);
  expectPage(thanks, 200, 'An e-mail is on its way to you.');
  await setSettings(confirmations.api, form, { respondent: { confirm: 'off' } });
  const off = await send('GET', `${confirmations.api.baseUrl}${sent.headers.location}`, [['Accept', BROWSER]]);
  expect(off.text).not.toContain('on its way');
});

it('a submission without an address, and a form that asks for none, get no mail and say so', async () => {
  const fields = [
    { name: 'email', type: 'string', validation: 'email' },
    { name: 'text', type: 'string' },
  ];
  const form = await confirmations.form('ask', {}, { fields });
  const answer = await submit(confirmations.api, form, { text: 'x' });
  expect(answer.status).toBe(201);
  expect(answer.body.data).not.toHaveProperty('confirmation');
  const off = await confirmations.form('off');
  expect(await confirmations.submit(off)).not.toHaveProperty('confirmation');
  const [rows] = await confirmations.app.database.query<{ count: string }>(
    'select count(*) from address_confirmations where form_id = any($1)',
    [[form.id, off.id]],
  );
  expect(Number(rows!.count)).toBe(0);
});

it('a form whose address is not required any more asks for the confirmation, warns, and accepts at once', async () => {
  const form = await confirmations.form('require');
  const field = form.fields.find(({ name }) => name === 'email')!;
  const path = `/v1/forms/${form.id}/fields/${field.id}`;
  const edited = await confirmations.api.patch(path, { required: false }, { ifMatch: await etagOf(confirmations.api, form) });
  expect(edited.status).toBe(200);
  const receipt = await confirmations.submit(form);
  expect(receipt.confirmation).toBe('pending');
  expect(await confirmations.submission(form, receipt.id)).not.toHaveProperty('state');
  const settings = await confirmations.api.get<{ warnings: string[] }>(`/v1/forms/${form.id}/settings`);
  expect(settings.body.data.warnings).toContainEqual(expect.stringMatching(/^respondent.confirm acts as `ask`/));
});

it('a second one that is only thanked for gets the same answer, and no mail', async () => {
  const form = await confirmations.form('ask', { intake: { unique_by: 'email', on_duplicate: 'thank' } });
  const email = confirmations.address();
  const [first, second] = [await confirmations.submit(form, { email }), await confirmations.submit(form, { email })];
  expect([first.confirmation, second.confirmation]).toEqual(['pending', 'pending']);
  expect(second.confirmation_text).toBe('An e-mail is on its way to you. Please open its link to confirm your address.');
  expect(await confirmations.deliver()).toHaveLength(1);
});
