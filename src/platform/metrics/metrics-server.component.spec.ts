import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Metrics } from './metrics';
import { MetricsServer } from './metrics-server';

let server: MetricsServer;
afterEach(() => server.onApplicationShutdown());

async function start(token: string | null) {
  const metrics = new Metrics();
  metrics.counter({ name: 'things_total', help: 'Things.' }).inc(2);
  server = new MetricsServer(metrics, { metricsToken: token, workerMetricsPort: 0, host: '127.0.0.1' });
  const port = await server.listen();
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

it('serves the metrics and a probe, and nothing else', async () => {
  const get = await start(null);
  expect(await (await get('/metrics')).text()).toContain('\nthings_total 2\n');
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics', { method: 'POST' })).status).toBe(405);
});

it('requires the token when there is one, and else a client on this machine', async () => {
  const open = await start(null);
  expect((await open('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
  await server.onApplicationShutdown();
  const get = await start('secret');
  expect((await get('/metrics')).status).toBe(401);
  expect((await get('/metrics', { headers: { authorization: 'Bearer secret' } })).status).toBe(200);
});

it.each([
  ['localhost', 200],
  ['LOCALHOST:9100', 200],
  ['127.0.0.1', 200],
  ['127.9.9.9:80', 200],
  ['[::1]:9100', 200],
  ['rebound.example', 404],
  ['rebound.example:9100', 404],
  ['localhost.rebound.example', 404],
  ['127.0.0.1.rebound.example', 404],
  ['10.0.0.1', 404],
  ['[::2]', 404],
])('without a token answers for the host "%s" with %d, so that a website whose name leads here reads nothing', async (host, status) => {
  const { url } = await (await start(null))('/healthz');
  const request = get(new URL('/metrics', url), { headers: { host } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(status);
});
