import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { ServiceProcess } from '../support/service-process';

const ROOT = join(__dirname, '../..');
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');

/** The blocks of one language, in their order. */
const blocks = (language: string): string[] =>
  [...TUTORIAL.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);

/** Without what differs from run to run: ids, times, secrets, addresses and numbers of milliseconds. */
const shapeOf = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/req_[0-9A-Z]{26}/g, 'REQUEST')
    .replace(/msg_[0-9a-f]{32}/g, 'MESSAGE')
    .replace(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g, 'TIME')
    .replace(/"next_cursor":"[\w-]+"/g, '"next_cursor":"CURSOR"')
    .replace(/http:\/\/localhost:\d+/g, 'ADDRESS')
    .replace(/"webhook-timestamp":"\d+"/g, '"webhook-timestamp":"SECONDS"')
    .replace(/"latency_ms":\d+/g, '"latency_ms":MS');

it('does what it says when all of its commands are executed in their order', async () => {
  const service = await ServiceProcess.install({ EGRESS_ALLOW_HOSTS: 'localhost' });
  await service.start();
  const receiver = await freePort();
  const script = blocks('bash')
    .join('\n')
    .replaceAll('http://localhost:3000', service.api.baseUrl)
    .replaceAll('/tmp/', `${service.dataDir}/`)
    .replaceAll('4000', String(receiver));
  const env = { ...process.env, DATA_DIR: service.dataDir };
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { cwd: ROOT, env });
  const printed = shapeOf(stdout);
  for (const block of blocks('text')) {
    for (const line of shapeOf(block).trim().split('\n')) expect(printed).toContain(line);
  }
});
