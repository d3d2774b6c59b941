import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import { type Answer, expectError } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { submitParts } from '../../support/files';
import { anEnabledForm, type CreatedForm, etagOf, setSettings, submit } from '../../support/forms';
import { storedIn, submitPairs } from '../../support/intake';
import { expectPage, hiddenIn } from '../../support/pages';
import { type Reaction, Receiver } from '../../support/receiver';
import { SAMPLES } from '../../support/sample-files';
import { send as wire } from '../../support/wire';

let app: TestApp;
let provider: Receiver;
beforeAll(async () => {
  provider = await Receiver.start();
  app = await startApp({ siteverifyUrl: provider.url('/siteverify') });
  await app.app.get(AccountSecretsService).set(app.accountId, 'WIDGET', 's3cret');
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.answers(says({ success: true }));
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const says = (answer: unknown, status = 200): Reaction => ({ status, body: JSON.stringify(answer) });

const CONTROL = {
  turnstile: 'cf-turnstile-response',
  hcaptcha: 'h-captcha-response',
  recaptcha: 'g-recaptcha-response',
};
const TOKEN = { [CONTROL.turnstile]: 'a token' };
const settings = (level: string, members: object = {}) => ({
  spam: { siteverify: { level, provider: 'turnstile', site_key: 'site-key', secret_name: 'WIDGET', ...members } },
});

const aVerifiedForm = async (level: string, members: object = {}): Promise<CreatedForm> => {
  const form = await anEnabledForm(app.api, {
    fields: [
      { name: 'text', type: 'string' },
      { name: 'cv', type: 'file' },
    ],
  });
  await setSettings(app.api, form, settings(level, members));
  return form;
};

const send = (form: CreatedForm, values: object = {}, headers = {}): Promise<Answer> =>
  submit(app.api, form, { text: 'x', ...values }, headers);

/** The state and the checks of the only submission. */
async function verdictIn(form: CreatedForm): Promise<string[]> {
  const { body } = await app.api.get<{ state: string; spam_reasons: { check: string }[] | null }[]>(
    `/v1/forms/${form.id}/submissions?state=all`,
  );
  expect(body.data).toHaveLength(1);
  const [{ state, spam_reasons: reasons }] = body.data as [(typeof body.data)[0]];
  return [state, ...(reasons ?? []).map(({ check }) => check)];
}

describe('the provider', () => {
  it.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)(
    '%s is asked with the secret about the token, which is not stored',
    async (name) => {
      const form = await aVerifiedForm('require', { provider: name });
      const answer = await send(form, { [CONTROL[name]]: 'a token & more' });
      expect(answer.status).toBe(201);
      expect(answer.body.data).not.toHaveProperty('ignored_fields');
      const [{ method, body, headers }] = provider.requests as [(typeof provider.requests)[0]];
      expect([method, headers['content-type']]).toEqual(['POST', 'application/x-www-form-urlencoded']);
      expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ secret: 's3cret', response: 'a token & more' });
      expect((await storedIn(app.api, form))[0]!.fields).toEqual({ text: 'x' });
    },
  );

  it('is not asked while the check is off, about a submission with the token of the form, or one that is refused anyway', async () => {
    const off = await aVerifiedForm('off');
    const answer = await send(off, TOKEN);
    expect(answer.body.data).toMatchObject({ ignored_fields: [CONTROL.turnstile] });
    const form = await aVerifiedForm('require');
    expect((await send(form, {}, { authorization: `Bearer ${form.submission_token}` })).status).toBe(201);
    expectError(await send(form, { ...TOKEN, text: { no: 'text' } }), 'validation_failed');
    const unsolved = await aVerifiedForm('require');
    await setSettings(app.api, unsolved, { spam: { proof_of_work: 'require' } });
    expectError(await send(unsolved, TOKEN), 'validation_failed');
    expect(provider.requests).toEqual([]);
  });

  it('is not asked without a token, or about one that is longer than any', async () => {
    const form = await aVerifiedForm('require');
    for (const token of [undefined, '', 7, ['a'], 'x'.repeat(8_193)])
      expectError(await send(form, { [CONTROL.turnstile]: token }), 'validation_failed');
    expect(provider.requests).toEqual([]);
  });

  it('is asked once by a request that meets an edit of the form, and by one that is repeated', async () => {
    const form = await aVerifiedForm('require');
    provider.reacts(async () => {
      await setSettings(app.api, form, { page: { title: `Edit ${performance.now()}` } });
      return says({ success: true });
    });
    const headers = { 'idempotency-key': 'a-key' };
    const first = await send(form, TOKEN, headers);
    expect(first.status).toBe(201);
    const again = await send(form, { [CONTROL.turnstile]: 'a newer token' }, headers);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(provider.requests).toHaveLength(1);
  });

  it('is asked before files are stored', async () => {
    const form = await aVerifiedForm('require');
    const uploads = () => app.database.query('select from object_removals');
    let before = -1;
    provider.reacts(async () => {
      before = (await uploads()).length;
      return says({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    });
    const answer = await submitParts(app.api, form, [
      ['cv', 'cv.pdf', SAMPLES.pdf],
      [CONTROL.turnstile, 'a token'],
    ]);
    expectError(answer, 'validation_failed');
    expect([before, (await uploads()).length]).toEqual([0, 0]);
  });
});

describe('a token that the provider does not accept', () => {
  it.each([
    ['observe', ['accepted', 'siteverify']],
    ['quarantine', ['quarantined', 'siteverify']],
  ])('at the level %s', async (level, verdict) => {
    const form = await aVerifiedForm(level);
    provider.answers(says({ success: false, 'error-codes': ['invalid-input-response'] }));
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(await verdictIn(form)).toEqual(verdict);
  });

  it('at the level require is refused at its control, and nothing is stored', async () => {
    const form = await aVerifiedForm('require');
    provider.answers(says({ success: false }));
    const answer = await send(form, TOKEN);
    expectError(answer, 'validation_failed');
    expect(Object.keys(answer.body.error!.details)).toEqual([CONTROL.turnstile]);
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('a provider that gives no usable answer', () => {
  const HUGE = 'x'.repeat(100_000);
  const USELESS: [string, Reaction][] = [
    ['garbage', { status: 200, body: '<html>' }],
    ['nothing', { status: 200 }],
    ['null', says(null)],
    ['no boolean', says({ success: 'true' })],
    ['too much', { status: 200, body: `{"success": true, "x": "${HUGE}"}` }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '{"success": true}' }],
    ['an error', says({ success: true }, 500)],
    ['a wrong secret', says({ success: false, 'error-codes': ['invalid-input-secret'] })],
    ['a reset', 'reset'],
    ['silence', 'silence'],
  ];

  it.each(USELESS)('(%s) holds a submission at the level require, and refuses none', async (_, reaction) => {
    const form = await aVerifiedForm('require');
    provider.answers(reaction);
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(await verdictIn(form)).toEqual(['quarantined', 'siteverify_unavailable']);
  });

  it.each([
    ['observe', 'accepted'],
    ['quarantine', 'quarantined'],
  ])('at the level %s leaves it %s', async (level, state) => {
    const form = await aVerifiedForm(level);
    provider.answers({ status: 500 });
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(await verdictIn(form)).toEqual([state, 'siteverify_unavailable']);
    const test = await app.api.post<{ checks: object }>(`/v1/forms/${form.id}/spam/test`, { last: 1 });
    expect(test.body.data.checks).toMatchObject({ siteverify: { held: 1, not_recorded: 0 } });
  });

  it('is asked at its own address by default, and only in the public Internet', async () => {
    const elsewhere = await app.sibling({ siteverifyUrl: 'http://127.0.0.1:1/' });
    const form = await aVerifiedForm('quarantine');
    expect((await submit(elsewhere.api, form, { text: 'x', ...TOKEN })).status).toBe(201);
    expect(await verdictIn(form)).toEqual(['quarantined', 'siteverify_unavailable']);
    await elsewhere.close();
  });
});

describe('the settings', () => {
  const patch = async (form: CreatedForm, siteverify: object | null): Promise<Answer> =>
    app.api.patch(`/v1/forms/${form.id}/settings`, { spam: { siteverify } }, { ifMatch: await etagOf(app.api, form) });

  it.each<[string, object, string[]]>([
    ['a level without the others', { level: 'observe' }, ['provider', 'site_key', 'secret_name']],
    ['a level without a secret', { ...settings('require').spam.siteverify, secret_name: null }, ['secret_name']],
    ['a secret that is not there', { ...settings('require').spam.siteverify, secret_name: 'OTHER' }, ['secret_name']],
    ['a secret that is not there at the level off', { secret_name: 'OTHER' }, ['secret_name']],
    ['an unknown provider', { provider: 'x' }, ['provider']],
    ['an unknown level', { level: 'drop' }, ['level']],
    ['an unknown member', { x: 1 }, ['x']],
    ['a long site key', { site_key: 'x'.repeat(256) }, ['site_key']],
  ])('refuse %s at the member', async (_, siteverify, members) => {
    const answer = await patch(await anEnabledForm(app.api), siteverify);
    expectError(answer, 'validation_failed');
    expect(Object.keys(answer.body.error!.details).sort()).toEqual(members.map((member) => `spam.siteverify.${member}`).sort());
  });

  it('are patched member by member, and cleared by null', async () => {
    const form = await aVerifiedForm('observe');
    const { body } = await patch(form, { level: 'require' });
    expect(body.data).toMatchObject(settings('require'));
    const cleared = await patch(form, null);
    expect(cleared.body.data).toMatchObject({
      spam: { siteverify: { level: 'off', provider: null, site_key: null, secret_name: null } },
    });
  });

  it('warn of a secret that was removed, and submissions are held', async () => {
    const secrets = app.app.get(AccountSecretsService);
    await secrets.set(app.accountId, 'SOON_GONE', 'x');
    const form = await aVerifiedForm('require', { secret_name: 'SOON_GONE' });
    const read = () => app.api.get<{ warnings?: string[] }>(`/v1/forms/${form.id}/settings`);
    const open = expect.stringContaining('allowed_origins is empty') as string;
    expect((await read()).body.data.warnings).toEqual([open]);
    await secrets.remove(app.accountId, 'SOON_GONE');
    expect((await read()).body.data.warnings).toEqual([open, expect.stringContaining('spam.siteverify')]);
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(await verdictIn(form)).toEqual(['quarantined', 'siteverify_unavailable']);
    expect(provider.requests).toEqual([]);
  });

  it('warn of a secret that may not go to the provider any more, which then is not asked', async () => {
    const secrets = app.app.get(AccountSecretsService);
    await secrets.set(app.accountId, 'MOVING', 'x', ['challenges.cloudflare.com']);
    const form = await aVerifiedForm('require', { secret_name: 'MOVING' });
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(provider.requests).toHaveLength(1);
    await secrets.setHosts(app.accountId, 'MOVING', ['crm.example.com']);
    expect((await send(form, TOKEN)).status).toBe(201);
    expect(provider.requests).toHaveLength(1);
    const { body } = await app.api.get<{ warnings: string[] }>(`/v1/forms/${form.id}/settings`);
    expect(body.data.warnings).toContain(
      'spam.siteverify.secret_name names a secret that must not be sent to the host of the provider, so that all submissions from pages are quarantined.',
    );
  });
});

describe('the hosted page', () => {
  const open = (form: CreatedForm) => wire('GET', `${app.api.baseUrl}/f/${form.id}`);

  it('shows the widget and admits its origins while the check is on', async () => {
    const form = await aVerifiedForm('require', { site_key: 'a"b' });
    const page = await open(form);
    expect(page.text).toContain('<div class="cf-turnstile widget" data-sitekey="a&#34;b"></div>');
    expect(page.text).toContain('<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>');
    expect(page.text).toContain('<noscript>');
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
    expect(policy).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/);
    expect(policy).not.toContain('connect-src');
    await setSettings(app.api, form, { spam: { proof_of_work: 'quarantine' } });
    const reached = /connect-src ([^;]*)/.exec(String((await open(form)).headers['content-security-policy']))![1]!.split(' ');
    const { host } = new URL(app.api.baseUrl);
    for (const source of reached) expect(source).toMatch(new RegExp(`^[a-z0-9.:]+/api/v1/forms/${form.id}/challenge$`));
    expect(reached).toContain(`${host}/api/v1/forms/${form.id}/challenge`);
    await setSettings(app.api, form, { spam: { proof_of_work: 'off', siteverify: { level: 'off' } } });
    const without = await open(form);
    expect(without.text + String(without.headers['content-security-policy'])).not.toMatch(/cloudflare|cf-turnstile/);
  });

  it('stores what is sent with a token, and is shown again without one, with every value', async () => {
    const form = await aVerifiedForm('require');
    const hidden = hiddenIn((await open(form)).text);
    const post = (...pairs: [string, string][]) =>
      wire(
        'POST',
        `${app.api.baseUrl}/f/${form.id}`,
        [['Content-Type', 'application/x-www-form-urlencoded']],
        new URLSearchParams([...hidden, ...pairs]).toString(),
      );
    const refused = await post(['text', 'kept']);
    expectPage(refused, 422, 'value="kept"', 'confirm that you are a person', 'cf-turnstile');
    expect((await post(['text', 'kept'], [CONTROL.turnstile, 'a token'])).status).toBe(303);
    expect((await storedIn(app.api, form))[0]!.fields).toMatchObject({ text: 'kept' });
  });
});

it('the token of a form that a browser sends by itself is a control field', async () => {
  const form = await aVerifiedForm('require', { provider: 'hcaptcha' });
  const pairs: [string, string][] = [
    ['text', 'x'],
    ['h-captcha-response', 'a token'],
    ['g-recaptcha-response', 'a token'],
  ];
  expect((await submitPairs(app.api, form, pairs)).status).toBe(201);
  expect((await storedIn(app.api, form))[0]!.fields).toEqual({ text: 'x' });
});
