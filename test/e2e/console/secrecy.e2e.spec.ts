import { startApp, type TestApp } from '../../support/app';
import { captureLog } from '../../support/captured-log';
import { aLinkSecret, aSession, cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { type HeaderLine, send } from '../../support/wire';

const { log, lines } = captureLog();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] }, log);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const call = (method: string, path: string, headers: HeaderLine[] = [], body?: string) =>
  send(method, `${app.api.baseUrl}${path}`, headers, body);

/** The secret of a link and of a session, and a key, after each was used, sent again, and sent where none belongs. */
async function secretsThatWereSent(): Promise<string[]> {
  const [link, key] = [await aLinkSecret(app), await app.key()];
  const cookie = cookieOf(await signIn(app, { secret: link }));
  await signIn(app, { secret: link });
  await signIn(app, { key });
  await signIn(app, { key, secret: link });
  const session = cookie.split('=')[1]!;
  for (const secret of [link, session, key]) {
    await call('GET', `/console/${secret}`);
    await call('GET', `/console?secret=${secret}`);
    await call('POST', `/console/session?secret=${secret}`, [FROM_PAGE, ['Content-Type', 'application/json']], '{}');
    await call('GET', '/v1/forms', [['Cookie', `${cookie}; ${secret}=${secret}`], FROM_PAGE, ['X-Request-Id', secret]]);
    await call('GET', `/v1/forms?search=${secret}`, [['Cookie', cookie], FROM_PAGE]);
    await call('POST', '/console/session', [FROM_PAGE, ['Content-Type', 'application/json']], `{"secret":"${secret}`);
  }
  await app.database.query('alter table console_secrets rename to console_secrets_away');
  const failed = [
    await signIn(app, { secret: link }),
    await call('GET', '/v1/forms', [['Cookie', cookie], FROM_PAGE]),
    await call('DELETE', '/console/session', [['Cookie', cookie], FROM_PAGE]),
  ];
  await app.database.query('alter table console_secrets_away rename to console_secrets');
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500]);
  for (const { text } of failed) for (const secret of [link, session]) expect(text).not.toContain(secret);
  return [link, session, key];
}

it('no secret of a link, a session or a key is in the log, the metrics or the database', async () => {
  const secrets = await secretsThatWereSent();
  expect(lines.length).toBeGreaterThan(20);
  const rows = await app.database.query<{ row: string }>('select c::text as row from console_secrets c');
  const events = await app.database.query<{ row: string }>('select e::text as row from audit_events e');
  const metrics = (await call('GET', '/metrics')).text;
  expect(metrics).toContain('/console/session');
  const everything = [...lines, metrics, ...[...rows, ...events].map(({ row }) => row)].join('\n');
  for (const secret of secrets) {
    const spellings = [secret, secret.slice(16, 48), Buffer.from(secret).toString('hex').slice(8, 60)];
    for (const spelling of spellings) expect(everything).not.toContain(spelling);
  }
});

it('a wrong link or key counts as a failed authentication, and a session that has ended or is missing does not', async () => {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now); // the limit refills with time
  const address: HeaderLine = ['X-Forwarded-For', '192.0.2.1'];
  const wrong = () => signIn(app, { secret: 'fcl_wrong' }, [FROM_PAGE, address]);
  const ended = (await aSession(app)).replace(/.{50}$/, 'x'.repeat(50));
  for (let sent = 0; sent < 30; sent++) {
    const headers = sent % 2 ? [FROM_PAGE, address] : [['Cookie', ended] as const, FROM_PAGE, address];
    expect((await call('GET', '/v1/capabilities', [...headers])).status).toBe(401);
  }
  for (let sent = 0; sent < 20; sent++) expect([sent, (await wrong()).status]).toEqual([sent, 401]);
  const statuses = [(await wrong()).status, (await signIn(app, { key: 'fck_wrong' }, [FROM_PAGE, address])).status];
  expect(statuses).toEqual([429, 429]);
  expect((await signIn(app, { secret: await aLinkSecret(app) }, [FROM_PAGE, address])).status).toBe(201);
});
