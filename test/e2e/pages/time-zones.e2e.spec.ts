import { AccountsService } from '../../../src/accounts/accounts.service';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm, setSettings } from '../../support/forms';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const OPENS = { opens_at: '2099-01-02T07:00:00Z' };
const pageOf = async (form: { id: string }, language: string): Promise<string> =>
  (await send('GET', `${app.api.baseUrl}/f/${form.id}`, [['Accept-Language', language]])).text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the time at which a page opens', () => {
  it.each([
    ['en', null, 'January 2, 2099 at 7:00 AM UTC'],
    ['de', null, '2. Januar 2099 um 07:00 UTC'],
    ['de', 'Europe/Berlin', '2. Januar 2099 um 08:00 MEZ'],
    ['fr', 'Europe/Paris', '2 janvier 2099 à 08:00 UTC+1'],
    ['es', 'America/Mexico_City', '2 de enero de 2099 a las 1:00 GMT-6'],
    ['en', 'Asia/Kolkata', 'January 2, 2099 at 12:30 PM GMT+5:30'],
  ])('is told by the habits of its language, in its time zone (%s, %s)', async (language, timeZone, text) => {
    const form = await anEnabledForm(app.api);
    await setSettings(app.api, form, { intake: OPENS, page: { time_zone: timeZone } });
    expect(await pageOf(form, language)).toContain(text);
  });

  it('is told in the time zone of the account where the form has none, as soon as that is set', async () => {
    const form = await anEnabledForm(app.api);
    await setSettings(app.api, form, { intake: OPENS });
    expect(await pageOf(form, 'de')).toContain('07:00 UTC');
    const accounts = app.app.get(AccountsService);
    await accounts.setTimeZone(app.accountId, 'Europe/Berlin');
    expect(await pageOf(form, 'de')).toContain('08:00 MEZ');
    await setSettings(app.api, form, { page: { time_zone: 'Asia/Tokyo' } });
    expect(await pageOf(form, 'de')).toContain('16:00 GMT+9');
    await accounts.setTimeZone(app.accountId, null);
  });
});
