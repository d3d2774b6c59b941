import { allScopesBut, shareApp, type TestApp } from '../../support/app';
import type { Website } from '../../support/command';
import { aForm, anEnabledForm } from '../../support/forms';
import { aWebsite, lock } from '../../support/planned';
import { aDraft, aFanOut, aVersion, aWebhook, STORE } from '../../support/workflows';

let app: TestApp;
let site: Website;

beforeAll(async () => {
  app = await shareApp();
});

beforeEach(async () => {
  site = await aWebsite(app);
});

const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });
const ONE = aFanOut(STORE);
const TWO = aFanOut(STORE, aWebhook('crm'));
const workflow = ({ nodes, edges }: typeof ONE) => ({ nodes, edges });
const GONE = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';

/** Plans one definition, written with a line for each member, for this form. */
async function plan(form: { id: string } | null, definition: object, ...options: string[]) {
  if (form) lock(site, app, { contact: form.id });
  const members = Object.entries(definition).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  site.write('forms/contact.yaml', members.join(''));
  return site.run(['plan', ...options]);
}

describe('plan refuses, at the place in the file,', () => {
  it('a former name while the form has both', async () => {
    const form = await aForm(app.api, { fields: [text('email'), text('mail')] });
    const { code, stderr } = await plan(form, { name: 'Contact', fields: [text('mail', { was: 'email' })] });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^forms\/contact\.yaml:2:\d+: The form has both email and mail/);
  });

  it('a second file that would make a form of the same name', async () => {
    site.write('forms/one.yaml', 'name: Survey\n');
    site.write('forms/two.yaml', 'name: "Survey "\n');
    const { code, stdout, stderr } = await site.run(['plan']);
    expect(code).toBe(1);
    expect(stdout).toContain('Plan: 1 form to create, 0 to change, 0 unchanged, 1 with mistakes.');
    expect(stderr).toMatch(/^forms\/two\.yaml:1:1: forms\/one\.yaml makes a form with the name "Survey " too/);
  });

  it('other names and types of fields once they are locked', async () => {
    const form = await anEnabledForm(app.api, { fields: [text('email'), text('people')] });
    const fields = [text('mail', { was: 'email' }), { name: 'people', type: 'number' }];
    const { code, stdout, stderr } = await plan(form, { name: 'Contact', fields });
    expect(code).toBe(1);
    const [name, type] = stderr.split('\n');
    expect(name).toMatch(/^forms\/contact\.yaml:2:\d+: The name email is locked/);
    expect(type).toMatch(/^forms\/contact\.yaml:2:\d+: The type of people is locked as string/);
    expect(stdout).toBe('Plan: 0 forms to create, 0 to change, 0 unchanged, 1 with mistakes.\n');
  });

  it('more than 100 fields until others retire', async () => {
    const named = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => text(`${prefix}${index}`));
    const form = await aForm(app.api, { fields: named('old', 60) });
    const { code, stderr } = await plan(form, { name: 'Contact', fields: named('new', 43) });
    expect(code).toBe(1);
    expect(stderr).toContain('The form would have 103 fields until 60 of them retire, and can have 100. Leave out 3 of the new fields');
  });

  it('a validation of an older system that would be replaced, and no other change of its field', async () => {
    const form = await aForm(app.api, { fields: [text('phone')] });
    await app.database.query(`update fields set validation_kind = 'custom' where id = $1`, [form.fields[0]!.id]);
    const { code, stderr } = await plan(form, { name: 'Contact', fields: [text('phone', { validation: 'tel' })] });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('validation of an older system') });
    expect((await plan(form, { name: 'Contact', fields: [text('phone', { label: 'Phone' })] })).code).toBe(2);
  });

  it('a draft that is neither published nor of the file, unless it is to be replaced', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, ONE);
    await aDraft(app.api, form, aFanOut(STORE, aWebhook('other')));
    const definition = { name: 'Contact', workflow: workflow(TWO), publish: true };
    const { code, stderr } = await plan(form, definition);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^forms\/contact\.yaml:2:1: The form has a draft \(revision 3\).*--replace-draft/);
    const replaced = await plan(form, definition, '--replace-draft');
    expect(replaced).toMatchObject({ code: 2, stderr: '' });
    expect(replaced.stdout).toContain('+ workflow nodes crm');
    const reset = await plan(form, { ...definition, workflow: workflow(ONE) }, '--replace-draft');
    expect(reset.stdout).toContain('~ workflow draft (revision 3 is replaced by the workflow of the file)');
    expect(reset.stdout).not.toContain('workflow version');
  });

  it('no draft that was never touched, that is published, or that is the one of the file', async () => {
    const form = await aForm(app.api);
    const definition = { name: 'Contact', workflow: workflow(TWO), publish: true };
    expect((await plan(form, definition)).code).toBe(2);
    await aVersion(app.api, form, ONE);
    expect((await plan(form, definition)).code).toBe(2);
    await aDraft(app.api, form, TWO);
    const { code, stdout } = await plan(form, definition);
    expect(code).toBe(2);
    expect(stdout).toContain('~ workflow version: 1 -> 2');
  });

  it('publishing without a workflow', async () => {
    const { code, stderr } = await plan(await aForm(app.api), { name: 'Contact', publish: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^forms\/contact\.yaml:2:1: .*workflow/);
  });
});

describe('plan refuses a file', () => {
  it('without an entry while there is a form of its name, and tells how to adopt it', async () => {
    const { id } = await aForm(app.api, { name: 'Taken' });
    const { code, stderr } = await plan(null, { name: ' Taken ' });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `forms/contact.yaml:1:1: There is a form with the name "Taken" already. "form-collection pull ${id}" adopts it.`,
    );
  });

  it('whose form is gone, unless it is to be made anew by a key for all forms', async () => {
    const gone = await plan({ id: GONE }, { name: 'Anew' });
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The form ${GONE} is gone, with its submissions. Add --recreate`),
    });
    const anew = await plan({ id: GONE }, { name: 'Anew' }, '--recreate');
    expect(anew).toMatchObject({ code: 2, stdout: expect.stringContaining('forms/contact.yaml (a new form)') });
    site = await aWebsite(app, await app.key({ formIds: [] }));
    const selected = await plan({ id: GONE }, { name: 'Anew' }, '--recreate');
    expect(selected).toMatchObject({ code: 1, stderr: expect.stringContaining('or not among the forms of this key') });
  });

  it('with the name of another one in its folder', async () => {
    const form = await aForm(app.api);
    lock(site, app, { contact: form.id });
    for (const name of ['forms/contact.yaml', 'forms/contact.json']) site.write(name, '{"name": "Contact"}');
    const { code, stderr } = await site.run(['plan']);
    expect(code).toBe(1);
    expect(stderr).toContain('forms/contact.json:1:1: forms/contact.yaml has the same name');
    expect(stderr).toContain('forms/contact.yaml:1:1: forms/contact.json has the same name');
  });

  it('when the lock file is of another account, or cannot be understood', async () => {
    const form = await aForm(app.api);
    lock(site, app, { contact: form.id }, GONE);
    expect(await plan(null, { name: 'Contact' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`forms/forms.lock.yaml is of the account ${GONE}`),
    });
    lock(site, app, { contact: 'something' });
    expect(await plan(null, { name: 'Contact' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('forms/forms.lock.yaml: the entry "contact"'),
    });
  });

  it('with a key that lacks a scope, which is asked for only where it is needed', async () => {
    const form = await aForm(app.api);
    site = await aWebsite(app, await app.key({ scopes: ['forms:read'] }));
    expect((await plan(form, { name: 'New' })).code).toBe(2);
    const managed = await plan(form, { name: 'New', workflow: workflow(ONE) });
    expect(managed).toMatchObject({ code: 1, stderr: expect.stringContaining('The key lacks workflows:read') });
    site = await aWebsite(app, await app.key({ scopes: allScopesBut('submissions:read') }));
    expect((await plan(form, { name: 'New' })).code).toBe(2);
    expect(await plan(form, { name: 'New' }, '--count')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The key lacks submissions:read'),
    });
  });
});
