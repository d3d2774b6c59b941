import { cookieOf, FROM_PAGE, signIn } from '../support/console';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { send } from '../support/wire';

const LINK = /http:\/\/localhost:\d+\/console#(fcl_\w{50})/;

it('a start whose output is kept prints the command that makes a link, and that one leads into the console', async () => {
  const service = await ServiceProcess.install();
  const isReady = () => waitUntil(() => /^ +Database .*\n/m.test(service.output));
  const secretIn = (text: string) => LINK.exec(text)?.[1];
  const starts = async () => {
    await service.start();
    await isReady();
    expect(service.output).not.toMatch(/fc[ls]_/);
    expect(service.output).toContain('npm run --silent cli -- console');
  };

  await starts();
  const { url } = await service.cli<{ url: string }>('console');
  expect(url).toContain(service.api.baseUrl.replace('127.0.0.1', 'localhost'));
  const entered = await signIn(service, { secret: secretIn(url) });
  expect(entered.status).toBe(201);
  const page = await send('GET', `${service.api.baseUrl}/console`);
  expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<script type="module" src="console\/console\.\w+\.js"/)]);

  await service.stop();
  await starts();
  const read = await send('GET', `${service.api.baseUrl}/v1/forms`, [['Cookie', cookieOf(entered)], FROM_PAGE]);
  expect(read.status).toBe(200);
});
