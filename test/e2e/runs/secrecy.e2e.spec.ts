import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { SigningSecretView } from '../../../src/workflows/signing-secret-view.dto';
import type { TestApp } from '../../support/app';
import type { CapturedLog } from '../../support/captured-log';
import { captureLog } from '../../support/captured-log';
import { Receiver } from '../../support/receiver';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { aPublishedForm, aRun, aRunOf, aTest, listRuns, startRunningApp } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE, workflowPath } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let smtp: SmtpReceiver;
let log: CapturedLog;
beforeAll(async () => {
  log = captureLog();
  [receiver, smtp] = await Promise.all([Receiver.start(), SmtpReceiver.start()]);
  app = await startRunningApp({ smtpUrl: smtp.url.replace('//', '//user:canary-smtp@'), mailFrom: 'forms@example.org' }, log.log);
});
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), smtp.close()]);
});

/** All rows of all tables, those of the queue included. */
async function everyRow(): Promise<string> {
  const tables = await app.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'bullmq')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts = tables.map(async ({ name }) => JSON.stringify(await app.database.query(`select row_to_json(t)::text from ${name} t`)));
  return (await Promise.all(texts)).join('\n');
}

const set = (name: string, value: string) => app.app.get(AccountSecretsService).set(app.accountId, name, value);

describe('secrets', () => {
  it('are sent to receivers and appear in no response, row or log line, whatever happens to the delivery', async () => {
    await set('TOKEN', 'canary-token');
    await set('BROKEN', 'canary-broken\nX-Evil: 1');
    await set('CHAT', receiver.url('/canary-chat'));
    await set('GONE', 'http://10.0.0.1/canary-gone');
    const header = (name: string) => ({ 'X-Token': `Bearer {{ secrets.${name} }}` });
    const definition = aFanOut(
      aWebhook('ok', { url: receiver.url('/ok'), headers: header('TOKEN') }),
      aWebhook('failing', { url: receiver.url('/failing'), headers: header('TOKEN') }),
      aWebhook('reset', { url: receiver.url('/reset'), headers: header('TOKEN'), retry_uncertain: false }),
      aWebhook('broken', { url: receiver.url('/broken'), headers: header('BROKEN') }),
      aNode('chat', 'slack', { url: '{{ secrets.CHAT }}' }),
      aNode('gone', 'discord', { url: '{{ secrets.GONE }}' }),
      aNode('mail', 'email', { to: ['a@example.com'], subject: 'x' }),
    );
    receiver.reacts(({ path, headers }) =>
      path === '/reset' ? 'reset' : { status: path === '/failing' ? 404 : 200, body: `Got ${path} with ${JSON.stringify(headers)}` },
    );
    const form = await aPublishedForm(app, definition);
    const run = await aRunOf(app, form, { email: 'canary-visitor@example.com' });
    await run.reachStep('failing', 'failed');
    await run.reachStep('chat', 'succeeded');
    const test = await aTest(app, definition, { source: 'sample' }, form);
    await test.reach('succeeded');
    expect(receiver.to('/ok')[0]!.headers['x-token']).toBe('Bearer canary-token');
    expect(receiver.to('/canary-chat')).toHaveLength(1);

    const secrets = await app.api.get<SigningSecretView[]>(`${workflowPath(form)}/signing-secrets`);
    const signing = secrets.body.data.map(({ secret }) => secret.slice('whsec_'.length));
    const signatures = receiver.requests.flatMap(({ headers }) => headers['webhook-signature'] ?? []);
    expect([signing.length, signatures.length]).toEqual([4, 3]);
    const replies = [
      await run.detail(),
      await test.detail(),
      await listRuns(app, form),
      (await app.api.get(workflowPath(form))).body,
      (await app.api.get(`/v1/forms/${form.id}/submissions`)).body,
    ];
    const places = { replies: JSON.stringify(replies), rows: await everyRow(), log: log.lines.join('\n') };
    for (const [place, text] of Object.entries(places)) {
      for (const secret of ['canary-token', 'canary-broken', 'canary-chat', 'canary-gone', 'canary-smtp', ...signing, ...signatures]) {
        expect({ place, secret, isThere: text.includes(secret) }).toEqual({ place, secret, isThere: false });
      }
    }
    expect(places.rows).toContain('canary-visitor');
    expect((await run.step('failing')).attempts![0]!.response_excerpt).toMatch(/^Got \/failing with .*"x-token":"\*\*\*"/);
    expect(places.log).not.toContain('canary-visitor');
  });

  it('leave no trace of a secret that a template encodes, escapes or cuts', async () => {
    const secret = 'canary odd&"<value>';
    await set('ODD', secret);
    const headers = {
      'X-Plain': '{{ secrets.ODD }}',
      'X-Encoded': '{{ secrets.ODD | url_encode }}',
      'X-Escaped': '{{ secrets.ODD | escape }}',
      'X-Upper': '{{ secrets.ODD | upcase }}',
      'X-Json': '{{ secrets.ODD | json }}',
    };
    const definition = aFanOut(
      aWebhook('hook', { url: receiver.url('/odd'), headers }),
      aNode('chat', 'slack', { url: `${receiver.url('/')}{{ secrets.ODD | url_encode }}` }),
      aNode('path', 'discord', { url: `${receiver.url('/')}{{ secrets.ODD }}` }),
    );
    receiver.answers({ status: 200 });
    const run = await aRun(app, definition);
    await run.reach('succeeded');
    const [sent] = receiver.to('/odd');
    expect(sent!.headers).toMatchObject({
      'x-plain': secret,
      'x-encoded': 'canary+odd%26%22%3Cvalue%3E',
      'x-escaped': 'canary odd&amp;&#34;&lt;value&gt;',
      'x-upper': secret.toUpperCase(),
      'x-json': JSON.stringify(secret),
    });
    expect(receiver.requests.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/canary+odd%26%22%3Cvalue%3E', '/canary%20odd&%22%3Cvalue%3E']),
    );
    const places = [JSON.stringify(await run.detail()), await everyRow(), log.lines.join('\n')];
    for (const place of places) expect(place.match(/.{0,40}canary.odd.{0,40}|.{0,40}canary%20odd.{0,40}/i)).toBeNull();
    expect(places[0]).toContain('***');
  });
});

describe('a secret that cannot be decrypted', () => {
  it('delays the delivery that needs it, is reported and affects no other branch', async () => {
    await set('LOST', 'canary-lost');
    await app.database.query(
      `update account_secrets set sealed = set_byte(sealed, 20, (get_byte(sealed, 20) + 1) % 256) where name = 'LOST'`,
    );
    const crm = aWebhook('crm', { url: receiver.url('/lost'), headers: { 'X-Token': '{{ secrets.LOST }}' } });
    const form = await aPublishedForm(
      app,
      aDefinition([START, crm, STORE, aWebhook('other', { url: receiver.url('/other') })], 'start>crm', 'start>store', 'store>other'),
    );
    const run = await aRunOf(app, form);
    await run.reachStep('other', 'succeeded');
    expect(await run.reachStep('crm', 'waiting')).toMatchObject({ attempt_count: 1, error_code: 'internal_error' });
    expect(log.lines.some((line) => line.includes('A delivery attempt failed.') && line.includes(run.id))).toBe(true);
    await set('LOST', 'found');
    await run.makeDue();
    expect(await run.reach('succeeded')).toMatchObject({ consumed_compute_points: 4 });
    expect(receiver.to('/lost')[0]!.headers['x-token']).toBe('found');
  });
});
