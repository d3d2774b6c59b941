import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';
import { BidiSession } from './bidi';
import type { Tab, VisitorBrowser } from './visitor';

const PATH = process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

export const FIREFOX = {
  isInstalled: PATH !== undefined && existsSync(PATH),
  install: `Debian's "firefox-esr", or set FIREFOX_PATH`,
};

export async function startFirefox(): Promise<VisitorBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', PATH!, profile], {
    detached: true, // a group of its own, which the guard kills
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8' },
  });
  const close = atEnd(async () => {
    guard.stdin.end();
    await once(guard, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const session = await BidiSession.start(`${await addressIn(guard.stderr)}/session`);
  const openTab = async () => {
    const { context } = await session.ask<{ context: string }>('browsingContext.create', { type: 'tab' });
    return tabOf(session, context);
  };
  return { name: 'Firefox', openTab, close };
}

/** Kills everything at the end of the input, which comes with the end of the test process at the latest. */
const GUARD = `"$1" --headless --no-remote --remote-debugging-port=0 --profile "$2" </dev/null &
  read -r _
  kill -9 0`;

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    output.resume();
    return address;
  }
  throw new Error('Firefox has ended.');
}

/** A tab, or a frame in it. */
function tabOf(session: BidiSession, context: string): Tab {
  const stroke = (...keys: string[]) => {
    const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    return session.ask('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const click = async (selector: string): Promise<void> => {
    const element = await session.element(context, selector);
    const toElement = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } };
    const actions = [toElement, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await session.ask('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  };
  return {
    open: (url) => session.ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    ask: (expression) => session.evaluate(context, expression),
    click,
    type: async (selector, text) => {
      await click(selector);
      await stroke(...text);
    },
    pressEnter: () => stroke('\uE007'),
    back: () => session.evaluate(context, 'void setTimeout(() => history.back())'),
    frame: async () => {
      await waitUntil(async () => (await session.frames(context)).length > 0);
      return tabOf(session, (await session.frames(context))[0]!);
    },
  };
}
