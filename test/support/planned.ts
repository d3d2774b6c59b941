import type { TestApp } from './app';
import { Website } from './command';

/** A website whose environment names the app and a key of it, by default one with all permissions. */
export async function aWebsite(app: TestApp, key?: string): Promise<Website> {
  return Website.of(app.api, key ?? (await app.key()));
}

/** Writes the lock file of a website: which form is which file. */
export function lock(site: Website, app: TestApp, entries: Readonly<Record<string, string>>, account = app.accountId): void {
  const lines = Object.entries({ account, ...entries }).map(([name, entry]) => `  ${name}: ${entry}\n`);
  site.write('forms/forms.lock.yaml', `${app.api.baseUrl}:\n${lines.join('')}`);
}
