import { shareApp, type TestApp, withAnotherAccount } from '../../support/app';
import type { Website } from '../../support/command';
import { aForm } from '../../support/forms';
import { aWebsite, lock } from '../../support/planned';

let app: TestApp;

beforeAll(async () => {
  app = await shareApp();
});

/** As many forms, with a file for each that plans to nothing. */
async function forms(owner: TestApp, count: number, sites: readonly Website[]): Promise<void> {
  const entries: Record<string, string> = {};
  for (let index = 0; index < count; index++) {
    const { id } = await aForm(owner.api, { name: `Form ${index}`, fields: [{ name: 'email', type: 'string' }] });
    entries[`form-${index}`] = id;
    const definition = { name: `Form ${index}`, fields: [{ name: 'email', type: 'string' }] };
    for (const site of sites) site.write(`forms/form-${index}.json`, JSON.stringify(definition));
  }
  for (const site of sites) lock(site, owner, entries);
}

describe('plan of many forms', () => {
  it('reads fifty of them', async () => {
    const owner = await withAnotherAccount(app);
    const site = await aWebsite(owner);
    await forms(owner, 50, [site]);
    expect(await site.run(['plan'])).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' });
  });

  it('goes at the pace of the limits of the key', async () => {
    const owner = await withAnotherAccount(app);
    const site = await aWebsite(owner, await owner.key({ readPerMinute: 60 }));
    await forms(owner, 22, [site]); // which takes 67 requests
    expect(await site.run(['plan'])).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' });
  });
});
