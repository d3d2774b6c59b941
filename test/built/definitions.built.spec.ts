import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '../../client/src/index.js';
import { atEnd } from '../support/at-end';
import { DefinitionsPage } from '../support/definitions-page';
import { blocksOf } from '../support/readers-terminal';
import { Receiver } from '../support/receiver';
import { waitUntil } from '../support/wait-until';

let page: DefinitionsPage;
let printed: string;
beforeAll(async () => {
  page = await DefinitionsPage.open();
  printed = await page.follow(null, async ({ name }) => {
    if (name === 'pull') await changeInConsole();
  });
});

/** An edit of a colleague, before the reader pulls. */
async function changeInConsole(): Promise<void> {
  const { status } = await page.local.api.patch(`/v1/forms/${page.formAt(page.local, 'contact')}`, { name: 'Write us' }, { ifMatch: '*' });
  expect(status).toBe(200);
}

/** Ids, addresses and times differ from run to run. */
const shapeOf = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/http:\/\/(localhost:3000|127\.0\.0\.1:\d+)/g, 'ADDRESS')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g, 'TIME');

describe('the page about forms as files', () => {
  it('shows what its commands print', () => {
    const shown = page.blocks.filter(({ language }) => language === 'text').flatMap(({ text }) => shapeOf(text).trimEnd().split('\n'));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((line) => !shapeOf(printed).includes(line))).toEqual([]);
  });

  it('makes a form to which its page submits', async () => {
    const id = page.formAt(page.local, 'contact');
    expect(readFileSync(join(page.home, 'website/contact.html'), 'utf8')).toContain(`${page.local.api.baseUrl}/api/v1/forms/${id}/submit"`);
    const { body } = await page.local.api.get(`/v1/forms/${id}/submissions`);
    expect(body.data).toMatchObject([{ fields: { name: 'Ada', email: 'ada@example.com', topic: 'An order', message: 'Hello' } }]);
  });

  it('makes the same forms on a second service', async () => {
    const { body } = await page.production.api.get('/v1/forms');
    expect(body.data.map(({ name }: { name: string }) => name).sort()).toEqual(['Contact', 'Visits']);
  });

  it('takes over what was changed in the console', () => {
    expect(readFileSync(join(page.home, 'website/forms/contact.yaml'), 'utf8')).toMatch(/^name: Write us$/m);
  });

  it('carries submissions to a program on the machine, which can verify them', async () => {
    const receiver = await Receiver.start();
    const { text } = page.blocks.find(({ name }) => name === 'listen')!;
    const words = page.atServices(text).replace('http://localhost:4000/hooks', receiver.url()).trim().split(' ');
    const child = spawnInWebsite(words);
    const secret = await outputOf(child, /whsec_[\w+/=]+/);
    const submitUrl = `${page.local.api.baseUrl}/api/v1/forms/${page.formAt(page.local, 'contact')}/submit`;
    const { status } = await fetch(submitUrl, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Bo', email: 'bo@example.com', message: 'Hi' }),
    });
    expect(status).toBeLessThan(400);
    await waitUntil(() => receiver.requests.length === 1);
    const [{ body, headers }] = receiver.requests as [Receiver['requests'][0]];
    expect(await verifyWebhook(body, headers as Record<string, string>, [secret])).toMatchObject({ data: { fields: { name: 'Bo' } } });
    process.kill(-child.pid!, 'SIGINT'); // as Ctrl-C in a terminal does
    await outputOf(child, /^Ended\. To go on from here: --since \S+$/m);
  });

  it('gives an agent its tools', async () => {
    const { text } = page.blocks.find(({ name }) => name === '.mcp.json')!;
    const file = join(page.home, 'forms-build.key');
    writeFileSync(file, await page.keyOf(page.local, 'agent that builds'));
    const { mcpServers } = JSON.parse(page.atServices(text).replace('/home/you/forms-build.key', file)) as McpConfiguration;
    const { command, args } = mcpServers['forms']!;
    const child = spawnInWebsite([command, ...args]);
    for (const message of HANDSHAKE) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    expect(await outputOf(child, /"id":2,.*|.*"id":2\}/)).toContain('plan_definition');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  interface McpConfiguration {
    mcpServers: Record<string, { command: string; args: string[] }>;
  }
  const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const HANDSHAKE = [
    { id: 1, method: 'initialize', params: CLIENT },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ];

  function spawnInWebsite([program, ...words]: string[]) {
    const at = (word: string) => word.replace(/^~/, page.home);
    const env = { PATH: process.env['PATH'], HOME: page.home, FORM_COLLECTION_URL: page.local.api.baseUrl };
    const child = spawn(program!, words.map(at), {
      cwd: join(page.home, 'website'),
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    atEnd(() => child.exitCode === null && child.signalCode === null && process.kill(-child.pid!, 'SIGKILL'));
    return child;
  }

  async function outputOf(child: ReturnType<typeof spawnInWebsite>, pattern: RegExp): Promise<string> {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntil(() => pattern.test(output));
    return pattern.exec(output)![0];
  }
});

it('the quick start of the README plans a page in four lines', async () => {
  const { text } = blocksOf('README.md').find((block) => block.text.includes('from-html'))!;
  expect(text.trim().split('\n')).toHaveLength(4);
  const { text: html } = page.blocks.find(({ name }) => name === 'contact.html')!;
  writeFileSync(join(page.home, 'service/page.html'), html);
  expect(await page.enter(`cd ~/service\n${text}`)).toMatch(/Plan: 1 form to create, 0 to change, 0 unchanged\./);
});
