import { cookieOf, FROM_PAGE, signIn } from '../support/console';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { send } from '../support/wire';

const LINK = /http:\/\/localhost:\d+\/console#(fcl_\w{50})/;

it('the first start prints a link that leads into the console, a later one the command that makes another', async () => {
  const service = await ServiceProcess.install();
  const isReady = () => waitUntil(() => /^ +Database .*\n/m.test(service.output));
  const secretIn = (text: string) => LINK.exec(text)?.[1];

  await service.start();
  await isReady();
  const entered = await signIn(service, { secret: secretIn(service.output) });
  expect(entered.status).toBe(201);
  const page = await send('GET', `${service.api.baseUrl}/console`);
  expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<script type="module" src="console\/console\.\w+\.js"/)]);

  await service.stop();
  await service.start();
  await isReady();
  expect(secretIn(service.output)).toBeUndefined();
  expect(service.output).toContain('npm run --silent cli -- console');
  const read = await send('GET', `${service.api.baseUrl}/v1/forms`, [['Cookie', cookieOf(entered)], FROM_PAGE]);
  expect(read.status).toBe(200);
  const { url } = await service.cli<{ url: string }>('console');
  expect(url).toContain(service.api.baseUrl.replace('127.0.0.1', 'localhost'));
  expect((await signIn(service, { secret: secretIn(url) })).status).toBe(201);
  expect(service.output).not.toMatch(/fc[ls]_/);
});
