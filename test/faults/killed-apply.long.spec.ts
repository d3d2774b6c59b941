import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { FormDefinition } from '../../client/command/definition/definition.types';
import { shareApp, type TestApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { Website } from '../support/command';
import { A_DEFINITION, AN_EDITED_DEFINITION, formIdIn, writeDefinition } from '../support/definitions';
import { aSubmission, reload } from '../support/forms';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy';
import { endProcess } from '../support/worker-process';
import { readWorkflow } from '../support/workflows';

const APPLY = ['apply', '--yes', '--create'];
const OPEN: FormDefinition = { ...A_DEFINITION, status: 'enabled', allowed_origins: [] };
/** Names of an open form stay. */
const EDITED_WHILE_OPEN: FormDefinition = {
  ...AN_EDITED_DEFINITION,
  allowed_origins: [],
  fields: AN_EDITED_DEFINITION.fields!.map((field) => (field.was === undefined ? field : A_DEFINITION.fields![0]!)),
};

let command: string;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  command = join(folder, 'form-collection.cjs');
  const entry = join(__dirname, '../../client/command/main.ts');
  buildSync({ entryPoints: [entry], outfile: command, bundle: true, format: 'cjs', platform: 'node', logLevel: 'error' });
});

/** A website in a repository, and the service behind a proxy. */
interface Scene {
  app: TestApp;
  proxy: LossyProxy;
  website: Website;
}

async function aScene(definition: FormDefinition | null): Promise<Scene> {
  const app = await shareApp();
  const proxy = await startLossyProxy(app.api.baseUrl);
  const website = Website.of({ baseUrl: proxy.url }, await app.key());
  if (definition) await expectDone({ app, proxy, website }, definition);
  return { app, proxy, website };
}

async function expectDone({ website }: Scene, definition: FormDefinition): Promise<void> {
  writeDefinition(website, definition);
  expect(await website.run(APPLY)).toMatchObject({ code: 0, stderr: '' });
  expect(await website.run(['plan'])).toMatchObject({ code: 0, stderr: '' });
}

/**
 * Kills the command at its request number `last` of those that change something.
 * @param arrives true when the service has got that request nevertheless
 * @returns false when the command has ended before
 */
async function killAt({ proxy, website }: Scene, last: number, arrives: boolean): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [command, ...APPLY], { cwd: website.folder, env: website.env, stdio: 'ignore' });
  let writes = 0;
  proxy.decides(async (_, { method }) => {
    if (method === 'GET' || ++writes < last) return 'pass';
    await endProcess(child, 'SIGKILL');
    return arrives ? 'pass' : { status: 503, retryAfter: '1' };
  });
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  await proxy.idle();
  proxy.decides(() => 'pass');
  return child.signalCode === 'SIGKILL';
}

async function contentOf({ app, website }: Scene): Promise<object> {
  const form = { id: formIdIn(website) };
  const { revision } = await reload(app.api, form);
  const { draft, published } = await readWorkflow(app.api, form);
  return { revision, draft: draft.revision, version: published!.version, forms: (await app.api.get('/v1/forms')).body.data.length };
}

describe.each([
  ['creates a form', null, OPEN, 5],
  ['changes every part of a form', A_DEFINITION, AN_EDITED_DEFINITION, 10],
  ['changes a form that is open', OPEN, EDITED_WHILE_OPEN, 8],
])('a command that %s', (_, before, after, writes) => {
  it.each([
    ['before the service gets it', false],
    ['after the service has got it', true],
  ])('and is killed at any request, %s, is followed by one that ends the work, and nothing is done twice', async (_when, arrives) => {
    const whole = await aScene(before);
    await expectDone(whole, after);
    const expected = await contentOf(whole);
    for (let last = 1; last <= writes; last++) {
      const scene = await aScene(before);
      writeDefinition(scene.website, after);
      expect({ last, isKilled: await killAt(scene, last, arrives) }).toEqual({ last, isKilled: true });
      if (before?.status === 'enabled')
        await aSubmission(scene.app.api, { id: formIdIn(scene.website) }, { full_name: 'Ada', email: 'ada@example.com' });
      await expectDone(scene, after);
      expect({ last, content: await contentOf(scene) }).toEqual({ last, content: expected });
    }
    const scene = await aScene(before);
    writeDefinition(scene.website, after);
    expect(await killAt(scene, writes + 1, arrives)).toBe(false);
  });
});
