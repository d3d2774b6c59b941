import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { freePort } from '../../../src/embedded-postgres/postmaster';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';
import { PATIENCE_MS } from './browser';
import type { Tab, VisitorBrowser } from './visitor';
import { WebDriverSession } from './webdriver';

const LIBRARIES = '/usr/lib';
const [PATH] = existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') ? findMiniBrowser() : [];

/** The engine of Safari, in the small browser that WebKitGTK brings along. It has no headless mode. */
export const WEBKIT = { isInstalled: PATH !== undefined, install: `Debian's "webkit2gtk-driver" and "xvfb"` };

export async function startWebKit(): Promise<VisitorBrowser> {
  const port = await freePort();
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(port)], {
    detached: true, // a group of its own, which the guard kills
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
  });
  const close = atEnd(async () => {
    guard.stdin.end();
    await once(guard, 'exit');
  });
  const driver = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${driver}/status`)).ok);
  const session = await WebDriverSession.start(driver, { alwaysMatch: CAPABILITIES });
  const openTab = async () => {
    const { handle } = await session.ask<{ handle: string }>('/window/new', { type: 'window' }); // a tab is not visible at first
    return tabOf(session, handle, null);
  };
  return { name: 'WebKit', openTab, close };
}

const CAPABILITIES = {
  'webkitgtk:browserOptions': { binary: PATH, args: ['--automation'] },
  timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS },
};

/** Kills everything at the end of the input, which comes with the end of the test process at the latest. */
const GUARD = `Xvfb -displayfd 1 -screen 0 1280x1024x24 -nolisten tcp | {
    read -r display
    DISPLAY=":$display" WebKitWebDriver --host=127.0.0.1 --port="$1"
  } &
  read -r _
  kill -9 0`;

/** `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`, whatever the machine and the version are. */
function findMiniBrowser(): string[] {
  return readdirSync(LIBRARIES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
    .flatMap(({ name }) => readdirSync(`${LIBRARIES}/${name}`).map((folder) => `${LIBRARIES}/${name}/${folder}`))
    .filter((folder) => folder.includes('/webkit2gtk-'))
    .map((folder) => `${folder}/MiniBrowser`)
    .filter((path) => existsSync(path));
}

/** A tab, or the frame in it with a number. The session is at one place only, so each command goes there first. */
function tabOf(session: WebDriverSession, handle: string, frame: number | null): Tab {
  const go = async (): Promise<WebDriverSession> => {
    await session.ask('/window', { handle });
    await session.ask('/frame', { id: frame });
    return session;
  };
  const toElement = async (selector: string, what: string, body: object = {}): Promise<void> => {
    const there = await go();
    await there.ask(`${await there.element(selector)}/${what}`, body);
  };
  const stroke = async (...keys: string[]): Promise<void> => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await (await go()).ask('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  return {
    open: async (url) => (await go()).ask('/url', { url }),
    ask: async (expression) => (await go()).evaluate(expression),
    click: (selector) => toElement(selector, 'click'),
    type: async (selector, text) => {
      await toElement(selector, 'click');
      await stroke(...text);
    },
    pressEnter: () => stroke(ENTER),
    back: async () => (await go()).ask('/back', {}),
    frame: async () => tabOf(session, handle, 0),
  };
}

const ENTER = '\uE007';
