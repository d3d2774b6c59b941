import { allScopesBut, shareApp, type TestApp } from '../../support/app';
import { type CommandResult, Website } from '../../support/command';
import { A_DEFINITION, formIdIn, writeDefinition } from '../../support/definitions';
import { aSubmission, setSettings } from '../../support/forms';
import { startLossyProxy } from '../../support/lossy-proxy';

let app: TestApp;
let website: Website;
let form: { id: string };
beforeEach(async () => {
  app = await shareApp();
  website = Website.of(app.api, await app.key());
  writeDefinition(website, { ...A_DEFINITION, allowed_origins: [], status: 'enabled' });
  expect(await website.run(['apply', '--yes', '--create'])).toMatchObject({ code: 0 });
  form = { id: formIdIn(website) };
});

const remove = (...words: string[]): Promise<CommandResult> => website.run(['apply', '--delete', 'contact', ...words]);
const isThere = async (): Promise<boolean> => (await app.api.get(`/v1/forms/${form.id}`)).status === 200;
const entries = (): string => website.read('forms/forms.lock.yaml');
const VALUES = { full_name: 'Ada' };

it('deletes an empty form and its entry, and leaves its file', async () => {
  const { code, stdout } = await remove('--yes');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Deleted form ${form.id}. forms/forms.lock.yaml has no entry "contact" any more: commit it.\n`,
  });
  expect({ isThere: await isThere(), entries: entries() }).toEqual({ isThere: false, entries: expect.not.stringContaining('contact') });
  expect(website.read('forms/contact.yaml')).toContain('Contact');
});

it('deletes nothing without a yes', async () => {
  expect(await remove()).toMatchObject({ code: 1, stderr: 'Add --yes to delete the form "Contact" with no submissions.\n' });
  expect(await isThere()).toBe(true);
});

it.each<[string, () => Promise<unknown>]>([
  ['submissions', () => aSubmission(app.api, form, VALUES)],
  [
    'submissions in the trash',
    async () => {
      const id = await aSubmission(app.api, form, VALUES);
      expect(await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`)).toMatchObject({ status: 200 });
    },
  ],
  [
    'submissions in quarantine',
    async () => {
      await setSettings(app.api, form, { spam: { links: 'quarantine', max_links: 0 } });
      await aSubmission(app.api, form, { full_name: 'https://spam.example.com' });
    },
  ],
])('does not delete a form with %s for a --yes', async (_, fill) => {
  await fill();
  const { code, stderr } = await remove('--yes');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^Only a person at a terminal can delete .*\(1\)\.\n$/) });
  expect({ isThere: await isThere(), entries: entries() }).toEqual({ isThere: true, entries: expect.stringContaining(form.id) });
});

it('deletes a form with submissions for a person who types its name', async () => {
  await aSubmission(app.api, form, VALUES);
  expect(await website.runAtTerminal(['apply', '--delete', 'contact'], 'contact')).toMatchObject({ code: 1 });
  expect(await website.runAtTerminal(['apply', '--delete', 'contact', '--yes'], 'yes')).toMatchObject({ code: 1 });
  expect(await isThere()).toBe(true);
  expect(await website.runAtTerminal(['apply', '--delete', 'contact'], 'Contact')).toMatchObject({ code: 0 });
  expect(await isThere()).toBe(false);
});

it('does not delete what a key cannot see the submissions of', async () => {
  website.env.FORM_COLLECTION_KEY = await app.key({ scopes: allScopesBut('submissions:read') });
  expect(await remove('--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('The key lacks submissions:read.') });
  expect(await isThere()).toBe(true);
});

it('removes the entry of a form that is gone', async () => {
  await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
  expect(await remove('--yes')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There was no form /) });
  expect(entries()).not.toContain('contact');
});

it('ends well where the answer is lost', async () => {
  const proxy = await startLossyProxy(app.api.baseUrl);
  let isLost = false;
  proxy.decides((_, { method }) => {
    if (method !== 'DELETE' || isLost) return 'pass';
    isLost = true;
    return 'lose';
  });
  website.write('forms/forms.lock.yaml', entries().replace(app.api.baseUrl, proxy.url));
  website.env.FORM_COLLECTION_URL = proxy.url;
  expect(await remove('--yes')).toMatchObject({ code: 0, stderr: '' });
  expect({ isLost, isThere: await isThere() }).toEqual({ isLost: true, isThere: false });
});

it.each([
  [['nothing'], 'forms/forms.lock.yaml has no entry "nothing" of '],
  [['contact', 'forms/contact.yaml'], '--delete takes one name of the lock file, and no files.'],
  [['account'], 'must not be called account'],
])('refuses --delete %p with words', async (words, reason) => {
  expect(await website.run(['apply', '--yes', '--delete', ...words])).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  expect(await isThere()).toBe(true);
});

it('deletes nothing of another account', async () => {
  website.env.FORM_COLLECTION_KEY = (await app.stranger()).key;
  expect(await remove('--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('the key is of another one') });
  expect(entries()).toContain(form.id);
});
