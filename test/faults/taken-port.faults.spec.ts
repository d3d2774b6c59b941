import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { atEnd } from '../support/at-end';
import { ServiceProcess } from '../support/service-process';

const KEY = / fck_[0-9A-Za-z]{50}\n/;

it('says that the port is taken and releases its database, and prints the first key once it has a port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  atEnd(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const service = await ServiceProcess.prepare({ PORT: String(port), BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'warn' });
  const refusal = await service.start().then(String, String);
  expect(refusal).toContain(`Port ${port} is in use by another program.`);
  expect(refusal).not.toMatch(KEY);
  expect(refusal).not.toMatch(/EADDRINUSE|"level":/);
  await expect(service.databaseUrl()).resolves.toBeNull();
  other.close();
  await once(other, 'close');
  const free = await ServiceProcess.prepare({ DATA_DIR: service.dataDir, BOOTSTRAP_API_KEY: '' });
  await free.start();
  expect(free.output).toMatch(KEY);
});

it('names HOST when it is not an address of the machine', async () => {
  const service = await ServiceProcess.prepare({ HOST: '192.0.2.1' });
  const output = await service.start().then(String, String);
  expect(output).toContain('  HOST: It is not an address of this machine.');
  expect(output).not.toContain('    at ');
});
