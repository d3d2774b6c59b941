import { LANGUAGES } from '../../../src/forms/languages.types';
import { aSubmission } from '../../support/forms';
import { Notifications } from './notifications.fixture';

const REPLY = { to: ['owner@example.com'], reply_to_field: 'message' };

/** Notifies of a submission with the text, and reads the one mail. */
async function mailAbout(owner: Notifications, message: string, settings: object = {}) {
  const form = await owner.form({ notifications: REPLY, ...settings });
  const id = await aSubmission(owner.app.api, form, { message });
  await owner.sendDue();
  expect(owner.mails).toHaveLength(1);
  expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered' });
  return owner.mails[0]!;
}

describe.each([true, false])('a mail server (SMTPUTF8: %p)', (offersUtf8) => {
  let owner: Notifications;
  beforeAll(async () => {
    owner = await Notifications.start({ offersUtf8 });
  });
  beforeEach(() => owner.reset());
  afterAll(async () => {
    await owner.app.close();
    await owner.smtp.close();
  });

  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  ada@Example.com\n', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@b\u00adücher.example\u202c\u2060', 'ada@xn--bcher-kva.example'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@stra\u1e9ee.example', undefined],
    ['Zoë', undefined],
  ])('lets the owner answer to %j', async (message, replyTo) => {
    const { headers, text } = await mailAbout(owner, message);
    expect(headers.get('reply-to')).toBe(replyTo);
    expect(text.includes('A reply to this mail goes to ')).toBe(replyTo !== undefined);
  });

  it('gets each mail about an address beyond ASCII', async () => {
    const { headers, text, html } = await mailAbout(owner, 'zoë@bücher.example');
    expect(headers.get('reply-to')).toBe(offersUtf8 ? 'zoë@bücher.example' : undefined);
    const note = offersUtf8 ? 'A reply to this mail goes to zoë@bücher.example.' : 'does not go to zoë@bücher.example';
    for (const part of [text, html]) expect(part).toContain(note);
  });

  it('that refuses a mail for its reply address gets it without', async () => {
    owner.smtp.decides = (content) => (/^Reply-To:/m.test(content) ? 553 : null);
    const { headers, text } = await mailAbout(owner, 'ada@example.com');
    expect(headers.get('reply-to')).toBeUndefined();
    expect(text).toContain('A reply to this mail does not go to ada@example.com');
  });

  it.each(LANGUAGES)('gets the note in the language of the form: %s', async (language) => {
    owner.smtp.decides = (content) => (/^Reply-To:/m.test(content) ? 550 : null);
    const { text } = await mailAbout(owner, 'ada@example.com', { page: { language } });
    expect(text.match(/ada@example\.com/g)).toHaveLength(2);
  });
});
