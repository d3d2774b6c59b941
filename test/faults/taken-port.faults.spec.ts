import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { atEnd } from '../support/at-end';
import { ServiceProcess } from '../support/service-process';

it('prints the bootstrap key and releases its database when the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  atEnd(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const service = await ServiceProcess.prepare({ PORT: String(port), BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'warn' });
  const output = await service.start().then(String, String);
  expect(output).toMatch(/ fck_[0-9A-Za-z]{50}\n/);
  expect(output).toContain(`Port ${port} is in use by another program.`);
  expect(output).not.toContain('"level":"warn"');
  await expect(service.databaseUrl()).resolves.toBeNull();
});

it('names HOST when it is not an address of the machine', async () => {
  const service = await ServiceProcess.prepare({ HOST: '192.0.2.1' });
  const output = await service.start().then(String, String);
  expect(output).toContain('  HOST: It is not an address of this machine.');
  expect(output).not.toContain('    at ');
});
