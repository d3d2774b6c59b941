import { newId } from '../../../src/platform/ids.rules';
import { VisitorMailsService } from '../../../src/visitor-mails/visitor-mails.service';
import { allScopesBut, startApp, type TestApp } from '../../support/app';
import { expectError } from '../../support/api';
import { send, type WireAnswer } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const mails = () => app.app.get(VisitorMailsService);
const claim = (address: string, accountId = app.accountId) => mails().claim({ id: newId(), accountId, formId: newId(), address });
const linkFor = async (address: string, accountId = app.accountId) => new URL(await mails().stopUrlFor(accountId, address)).pathname;
const open = (link: string, method = 'GET', headers: [string, string][] = []): Promise<WireAnswer> =>
  send(method, app.api.baseUrl + link, headers);
const press = (link: string) => open(link, 'POST');
const stopsOf = async (key?: string) => (await app.api.get<{ id: string; created_at: string }[]>('/v1/visitor-stops', { key })).body.data;

describe('the link in a mail', () => {
  it('stops all mails of the account by its button, and again with the same result', async () => {
    const link = await linkFor('Zoe+shop@example.com');
    const page = await open(link);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(`<form method="post" action="${link}">`) });
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    });
    for (let time = 0; time < 2; time++) expect(await press(link)).toMatchObject({ status: 200, text: expect.stringContaining('no more') });
    expect([await claim('zoe@example.com'), await claim('joe@example.com')]).toEqual(['recipient_stopped', 'granted']);
    expect((await open(link)).text).not.toContain('<form');
  });

  it('changes nothing when it is opened, however often and by whatever a scanner sends', async () => {
    const link = await linkFor('scanned@example.com');
    const before = await stopsOf();
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'PUT']) await open(link, method);
    expect([await stopsOf(), await claim('scanned@example.com')]).toEqual([before, 'granted']);
  });

  it('takes the one click of a mail program, which has a body, and neither cookies nor an origin', async () => {
    const response = await fetch(app.api.baseUrl + (await linkFor('click@example.com')), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect([response.status, response.redirected, response.headers.get('set-cookie')]).toEqual([200, false, null]);
    expect(await claim('click@example.com')).toBe('recipient_stopped');
  });

  it.each([
    ['en', 'Stop these mails'],
    ['de-AT', 'E-Mails abbestellen'],
    ['fr', 'Arrêter ces e-mails'],
    ['es', 'No recibir más correos'],
    ['ja', 'Stop these mails'],
  ])('speaks the language of the browser: %s', async (language, button) => {
    expect((await open(await linkFor('polyglot@example.com'), 'GET', [['Accept-Language', language]])).text).toContain(button);
  });

  it('says nothing of the address', async () => {
    const link = await linkFor('secret@example.com');
    const { text, headers } = await open(link);
    expect([link, text, JSON.stringify(headers), Buffer.from(link.slice(8), 'base64url').toString('latin1')].join()).not.toContain(
      'secret@',
    );
  });

  it('stops nothing when it is guessed, altered, or composed of those of two accounts', async () => {
    const { accountId, key } = await app.stranger();
    const [mine, theirs] = [await linkFor('both@example.com'), await linkFor('both@example.com', accountId)];
    const before = await stopsOf();
    const guesses = [
      `${mine}A`,
      mine.slice(0, -1),
      mine.replace(/.{12}$/, 'AAAAAAAAAAAA'),
      mine.slice(0, 8) + theirs.slice(8, 29) + mine.slice(29),
      theirs.slice(0, 29) + mine.slice(29),
      `/f/stop/${Buffer.alloc(64, 7).toString('base64url')}`,
      '/f/stop/x',
    ];
    for (const guess of guesses) {
      expect((await press(guess)).status).toBe(404);
      expect((await open(guess)).text).not.toContain('<form');
    }
    expect([await stopsOf(), await stopsOf(key), await claim('both@example.com')]).toEqual([before, [], 'granted']);
    await press(theirs);
    expect([await claim('both@example.com'), await claim('both@example.com', accountId)]).toEqual(['granted', 'recipient_stopped']);
  });

  it('cannot be guessed for long from one address', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 25; guess++) statuses.push((await press(`/f/stop/${'A'.repeat(86)}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await press(await linkFor('meanwhile@example.com'))).status).toBe(200);
  });
});

describe('the list of an account', () => {
  it('has ids and times, the newest first, page by page', async () => {
    const { accountId, key } = await app.stranger();
    for (const name of ['one', 'two', 'three']) await press(await linkFor(`${name}@example.com`, accountId));
    const all = await stopsOf(key);
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ id: expect.any(String), created_at: expect.any(String) })));
    const first = await app.api.get<typeof all>('/v1/visitor-stops?limit=2', { key });
    const cursor = (first.body.meta as { next_cursor: string }).next_cursor;
    const second = await app.api.get<typeof all>(`/v1/visitor-stops?limit=2&cursor=${cursor}`, { key });
    expect([...first.body.data, ...second.body.data]).toEqual(all);
    expect([...all].sort((a, b) => (a.id < b.id ? 1 : -1))).toEqual(all);
  });

  it('loses an address that its account takes off, whose mails then go out again', async () => {
    await press(await linkFor('back@example.com'));
    const answer = await app.api.post('/v1/visitor-stops/remove', { address: ' Back+again@Example.com' });
    expect([answer.status, await claim('back@example.com')]).toEqual([200, 'granted']);
  });

  it('answers the same for an address that it does not have, and the audit trail names none', async () => {
    await press(await linkFor('known@example.com'));
    const answers = [];
    for (const address of ['known@example.com', 'unknown@example.com'])
      answers.push(await app.api.post('/v1/visitor-stops/remove', { address }));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, {}]));
    const { body } = await app.api.get<{ action: string }[]>('/v1/audit-events?limit=2');
    expect(body.data.map(({ action }) => action)).toEqual(Array(2).fill('POST /v1/visitor-stops/remove'));
    expect(JSON.stringify(body)).not.toContain('known@');
  });

  it('refuses what is no address, and keys without the scope', async () => {
    expectError(await app.api.post('/v1/visitor-stops/remove', { address: 'Zoe' }), 'validation_failed');
    const reader = await app.key({ scopes: allScopesBut('submissions:update') });
    const writer = await app.key({ scopes: allScopesBut('submissions:read') });
    expectError(await app.api.post('/v1/visitor-stops/remove', { address: 'zoe@example.com' }, { key: reader }), 'insufficient_scope');
    expectError(await app.api.get('/v1/visitor-stops', { key: writer }), 'insufficient_scope');
  });
});
