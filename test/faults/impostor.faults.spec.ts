import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { atEnd } from '../support/at-end';
import { ServiceProcess } from '../support/service-process';

/** Listens on a port that was used before, and answers as every service does. */
async function takePort(port: string): Promise<IncomingMessage[]> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.end('{"status":"ok"}');
  }).listen(Number(port), '127.0.0.1');
  atEnd(() => void server.close());
  await once(server, 'listening');
  return requests;
}

it('a program on the port of a killed service gets no key, and no link leads to it', async () => {
  const service = await ServiceProcess.started();
  expect(await service.cli('demo')).toMatchObject({ created: true });
  await service.kill();
  const requests = await takePort(new URL(service.api.baseUrl).port);
  for (const words of [['demo'], ['demo', '--another'], ['console']])
    await expect(service.cli(...words)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^No service runs on the data folder .* does not prove to be this service, so it is sent nothing\./),
    });
  expect(requests).not.toEqual([]);
  for (const { method, url, headers } of requests) {
    expect([method, url]).toEqual(['GET', expect.stringMatching(/^\/healthz\?challenge=[\w-]{32}$/)]);
    expect(JSON.stringify(headers)).not.toMatch(/authorization|fc\w_/i);
  }
});

it('a service that does not know the APP_SECRET of the settings gets none either', async () => {
  const service = await ServiceProcess.started();
  const settings = { DATABASE_URL: await service.databaseUrl(), BASE_URL: service.api.baseUrl };
  const stranger = await ServiceProcess.install({ ...settings, APP_SECRET: 'another secret of thirty-two characters' });
  await expect(stranger.cli('demo')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No service answers at .* does not prove to be this service/),
  });
});
