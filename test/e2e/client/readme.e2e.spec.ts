import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';

const ROOT = join(__dirname, '../../..');
const SECRET = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;

let app: TestApp;
let form: CreatedForm;
let environment: NodeJS.ProcessEnv;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'));
  app = await shareApp();
  const fields = [
    { name: 'email', type: 'string' },
    { name: 'cv', type: 'file' },
  ];
  form = await aForm(app.api, { fields });
  const SUBMISSION_TOKEN = form.submission_token;
  environment = { ...process.env, API_KEY: await app.key(), SUBMISSION_TOKEN, WEBHOOK_SECRET: SECRET };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

/** The named examples of the page, in their order. */
const EXAMPLES = [...readFileSync(join(ROOT, 'client/README.md'), 'utf8').matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)];

/** Runs an example as a module of its own against the service, and resolves with what it prints. */
async function printed(name: string, more = ''): Promise<string> {
  const [, , code = ''] = EXAMPLES.find(([, each]) => each === name)!;
  const contents = code.replaceAll('https://forms.example.com', app.api.baseUrl).replaceAll('FORM_ID', form.id) + more;
  const outfile = join(folder, `${name}.mjs`);
  const alias = { 'form-collection-client': join(ROOT, 'client/src/index.ts') };
  const stdin = { contents, loader: 'ts', resolveDir: ROOT } as const;
  buildSync({ stdin, alias, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], { env: environment });
  return stdout;
}

describe('the examples of the README of the client', () => {
  it('are ten, and each is run here', async () => {
    const expected: Record<string, RegExp> = {
      create: /^[0-9a-f-]{36} http:\/\/\S+\/submit\n$/,
      edit: /^enabled Contact \(Berlin\)\n$/,
      field: /^company\n$/,
      submit: /^\d{4}-\S+Z\n$/,
      files: /^1\n$/,
      items: /^([0-9a-f-]{36} \{ email: 'ada@example.com' \}\n){2}$/,
      pages: /^2\n$/,
      errors: /^\{ name: \[ '.+' \] \}\n$/,
      unchanged: /^undefined\n$/,
      webhook: /^submission.received \{ email: 'ada@example.com' \}\n204 401\n$/,
    };
    expect(EXAMPLES.map(([, name]) => name)).toEqual(Object.keys(expected));
    for (const [name, pattern] of Object.entries(expected)) {
      expect([name, await printed(name, name === 'webhook' ? webhookDriver() : '')]).toEqual([name, expect.stringMatching(pattern)]);
    }
  });
});

/** Calls the example with a signed request and with a changed one. */
function webhookDriver(): string {
  const body = JSON.stringify({ type: 'submission.received', data: { fields: { email: 'ada@example.com' } } });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, body),
  };
  const request = (content: string) => `new Request('http://localhost', ${JSON.stringify({ method: 'POST', headers, body: content })})`;
  return `const good = await receive(${request(body)});
const bad = await receive(${request(body.replace('ada', 'eve'))});
console.log(good.status, bad.status);`;
}
