import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { shareApp, type TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { aForm } from '../../support/forms';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await shareApp();
  folder = mkdtempSync(join(tmpdir(), 'command-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  await promisify(execFile)(process.execPath, [join(__dirname, '../../../scripts/build-command.mjs'), folder]);
});

it('the command as users get it serves a client of the protocol over standard input and output', async () => {
  const { id } = await aForm(app.api, { name: 'Contact' });
  const key = await app.key({ scopes: ['forms:read', 'submissions:read', 'workflows:read'] });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, 'form-collection.cjs'), 'mcp', '--allow', 'read', '--url', app.api.baseUrl],
    env: { FORM_COLLECTION_KEY: key },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  atEnd(() => client.close());
  await client.connect(transport);
  const { content } = await client.callTool({ name: 'find_forms', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: `${id} disabled Contact` }]);
});
