import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FormView } from '../../../src/forms/form-view.dto';
import { allScopesBut, shareApp, type TestApp } from '../../support/app';
import { type CommandResult, Website } from '../../support/command';
import { A_DEFINITION, AN_EDITED_DEFINITION, formIdIn, writeDefinition } from '../../support/definitions';
import { aForm, reload } from '../../support/forms';
import { startLossyProxy } from '../../support/lossy-proxy';
import { readWorkflow } from '../../support/workflows';

const LONG_AGO = `update forms set created_at = created_at - interval '2 days' where id = $1`;

const UNKNOWN_SECRET = { level: 'quarantine', provider: 'turnstile', site_key: '0x4AAA', secret_name: 'NOWHERE' };

let app: TestApp;
let key: string;
let website: Website;
beforeEach(async () => {
  app = await shareApp();
  key = await app.key();
  website = Website.of(app.api, key);
});

const apply = (...words: string[]): Promise<CommandResult> => website.run(['apply', '--yes', '--create', ...words]);
const formsOf = async () => (await app.api.get<FormView[]>('/v1/forms')).body.data;

describe('apply', () => {
  it('creates a form with all that its definition says', async () => {
    writeDefinition(website, { ...A_DEFINITION, status: 'enabled' });
    const { code, stdout, stderr } = await apply();
    const id = formIdIn(website);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const address = `  Its page sends to http://localhost:3000/api/v1/forms/${id}/submit\n`;
    expect(stdout).toContain(`\n  contact: ${id}\n${address}Applied: 1 form created, 0 changed, 0 unchanged.\n`);
    expect(await reload(app.api, { id })).toMatchObject({ name: 'Contact', status: 'enabled', field_count: 3 });
    const { published, draft } = await readWorkflow(app.api, { id });
    expect({ version: published?.version, isDirty: draft.is_dirty }).toEqual({ version: 1, isDirty: false });
  });

  it('changes every part of a form', async () => {
    writeDefinition(website, A_DEFINITION);
    await apply();
    writeDefinition(website, AN_EDITED_DEFINITION);
    expect(await apply()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Applied: 0 forms created, 1 changed, 0 unchanged\.\n$/),
      stderr: '',
    });
    const { name, status, fields } = await reload(app.api, { id: formIdIn(website) });
    expect({ name, status, fields: fields.map((field) => field.name) }).toEqual({
      name: 'Contact us',
      status: 'enabled',
      fields: ['email', 'name', 'topic'],
    });
  });

  it('says that nothing is to be done, and asks nobody for it', async () => {
    writeDefinition(website, A_DEFINITION);
    await apply();
    expect(await website.run(['apply'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No changes\.$/m), stderr: '' });
  });

  it('does nothing without a yes', async () => {
    writeDefinition(website, A_DEFINITION);
    expect(await website.run(['apply', '--create'])).toMatchObject({ code: 1, stderr: 'Nothing is done without a yes: add --yes.\n' });
    expect(await formsOf()).toEqual([]);
  });

  it.each([
    ['yes', 0, 1],
    ['Y', 0, 1],
    ['no', 1, 0],
    ['', 1, 0],
    ['yes please', 1, 0],
  ])('asks at a terminal, where "%s" ends with %s', async (answer, code, forms) => {
    writeDefinition(website, A_DEFINITION);
    const result = await website.runAtTerminal(['apply'], answer);
    expect(result).toMatchObject({
      code,
      stdout: expect.stringContaining('Plan: 1 form to create'),
      stderr: expect.stringContaining('yes/no'),
    });
    expect(await formsOf()).toHaveLength(forms);
  });

  it('creates no form of a file without an entry where nobody says so', async () => {
    writeDefinition(website, A_DEFINITION);
    const result = await website.run(['apply', '--yes']);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^forms\/contact\.yaml:\d+:\d+: .*--create/) });
    expect(await formsOf()).toEqual([]);
  });

  it('is not held up by a mistake in another file', async () => {
    writeDefinition(website, { ...A_DEFINITION, fields: [{ name: 'Bad name', type: 'string' }] }, 'bad');
    writeDefinition(website, A_DEFINITION);
    const { code, stdout, stderr } = await apply();
    expect({ code, forms: await formsOf() }).toMatchObject({ code: 1, forms: [{ name: 'Contact' }] });
    expect(stdout).toMatch(/Applied: 1 form created, 0 changed, 0 unchanged, 1 with mistakes\.\n$/);
    expect(stderr).toMatch(/^forms\/bad\.yaml:\d+:\d+: /);
  });

  it('is not held up by a form that the service refuses, and tells the line', async () => {
    writeDefinition(website, { ...A_DEFINITION, settings: { spam: { siteverify: UNKNOWN_SECRET } } }, 'bad');
    writeDefinition(website, { ...A_DEFINITION, name: 'Another' });
    const { code, stdout, stderr } = await apply();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^forms\/bad\.yaml:\d+:7: settings spam siteverify secret_name must be the name of a secret/),
    });
    expect(stdout).toContain('1 of 4 steps are done');
    expect(stdout).toMatch(/Applied: 1 form created, 0 changed, 0 unchanged, 1 with mistakes\.\n$/);
  });

  it('tells the step of a workflow that cannot be published', async () => {
    const { nodes, edges } = A_DEFINITION.workflow!;
    const lost = {
      id: 'crm',
      type: 'webhook' as const,
      config: { url: 'https://crm.example.com/', headers: { 'x-token': '{{ secrets.NOWHERE }}' } },
    };
    const workflow = { nodes: [...nodes, lost], edges: [...edges, { id: 'e', source: 'start', target: 'crm' }] };
    writeDefinition(website, { ...A_DEFINITION, workflow });
    const { code, stderr } = await apply();
    const line =
      website
        .read('forms/contact.yaml')
        .split('\n')
        .findIndex((text) => text.includes('NOWHERE')) + 1;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^forms/contact\\.yaml:${line}:\\d+: workflow nodes crm config headers x-token `)),
    });
  });

  it('prints one document with --json, without a value of a variable', async () => {
    const workflow = structuredClone(AN_EDITED_DEFINITION.workflow!);
    workflow.nodes[2]!.config['headers'] = { 'x-token': '${FORM_VAR_TOKEN}' };
    writeDefinition(website, { ...AN_EDITED_DEFINITION, workflow });
    const { code, stdout, stderr } = await website.run(['apply', '--yes', '--create', '--json'], { FORM_VAR_TOKEN: 'hush-hush' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('hush-hush');
    expect(JSON.parse(stdout)).toMatchObject({
      forms: [{ file: 'forms/contact.yaml', action: 'create' }],
      applied: [{ file: 'forms/contact.yaml', form_id: formIdIn(website), lock_line: `contact: ${formIdIn(website)}`, mistakes: [] }],
    });
  });

  it('makes a form that is gone anew with --recreate alone', async () => {
    writeDefinition(website, A_DEFINITION);
    await apply();
    const gone = formIdIn(website);
    await app.api.delete(`/v1/forms/${gone}`, { ifMatch: '*' });
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining('--recreate') });
    expect(await apply('--recreate')).toMatchObject({ code: 0, stderr: '' });
    expect(await formsOf()).toMatchObject([{ id: formIdIn(website) }]);
    expect(formIdIn(website)).not.toBe(gone);
  });
});

describe('the rights of the key', () => {
  it.each([
    ['forms:create', A_DEFINITION],
    ['forms:update', A_DEFINITION],
    ['workflows:write', AN_EDITED_DEFINITION],
    ['workflows:publish', A_DEFINITION],
  ] as const)('are asked before anything is done: %s', async (scope, definition) => {
    website = Website.of(app.api, await app.key({ scopes: allScopesBut(scope) }));
    writeDefinition(website, definition);
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining(`The key lacks ${scope}.`) });
    expect(await formsOf()).toEqual([]);
  });

  it('do not suffice where it may only read', async () => {
    website = Website.of(app.api, await app.key({ isReadOnly: true }));
    writeDefinition(website, A_DEFINITION);
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The key may only read at the moment: /) });
    expect(await formsOf()).toEqual([]);
  });

  it('suffice without those for what is not done', async () => {
    website = Website.of(app.api, await app.key({ scopes: ['forms:read', 'forms:create'] }));
    writeDefinition(website, { name: 'Contact' });
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the submission token', () => {
  it('is written to a new file that only its owner can read, and is told nowhere', async () => {
    writeDefinition(website, A_DEFINITION);
    const { code, stdout, stderr } = await apply('--token-file', 'token');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(website.read('token')).toMatch(/^fst_\w+\n$/);
    expect(statSync(join(website.folder, 'token')).mode & 0o777).toBe(0o600);
    for (const text of [stdout, website.read('forms/forms.lock.yaml')]) expect(text).not.toContain('fst_');
  });

  it('does not replace a file', async () => {
    writeDefinition(website, A_DEFINITION);
    website.write('token', 'mine');
    expect(await apply('--token-file', 'token')).toMatchObject({ code: 1, stderr: 'token is there already. Name a new file.\n' });
    expect({ token: website.read('token'), forms: await formsOf() }).toEqual({ token: 'mine', forms: [] });
  });

  it('is that of one form', async () => {
    writeDefinition(website, A_DEFINITION);
    writeDefinition(website, { name: 'Another' }, 'another');
    expect(await apply('--token-file', 'token')).toMatchObject({ code: 1, stderr: expect.stringContaining('here 2 are') });
    expect(await formsOf()).toEqual([]);
  });

  it('leaves no file where the form is refused', async () => {
    website = await aWebsiteWithoutForms();
    writeDefinition(website, A_DEFINITION);
    expect(await apply('--token-file', 'token')).toMatchObject({ code: 1, stderr: expect.stringContaining('form_quota_exceeded') });
    expect(() => website.read('token')).toThrow('ENOENT');
  });
});

describe('the lock file', () => {
  it('keeps nothing of a form that is refused', async () => {
    website = await aWebsiteWithoutForms();
    writeDefinition(website, A_DEFINITION);
    await apply();
    expect(website.read('forms/forms.lock.yaml')).not.toContain('contact');
  });

  it('keeps the key of a creation that may have had its effect, whatever a later run is refused for', async () => {
    website = await aWebsiteWithoutForms();
    writeDefinition(website, A_DEFINITION);
    const entry = `contact: creating ${randomUUID()}`;
    website.write('forms/forms.lock.yaml', `${app.api.baseUrl}:\n  ${entry}\n`);
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining('form_quota_exceeded') });
    expect(website.read('forms/forms.lock.yaml')).toContain(entry);
  });

  it('lets no form be created where it cannot be written', async () => {
    writeDefinition(website, A_DEFINITION);
    blockLockFile();
    const { code, stderr } = await apply();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^forms\/contact\.yaml:\d+:1: forms\/forms\.lock\.yaml cannot be written \(EISDIR\), so that no form is created\.$/m,
      ),
    });
    expect(await formsOf()).toEqual([]);
  });

  it('is told line by line where it cannot be written any more, and the form is finished', async () => {
    const proxy = await startLossyProxy(app.api.baseUrl);
    proxy.decides((_, { method, path }) => {
      if (method === 'POST' && path === '/v1/forms') blockLockFile();
      return 'pass';
    });
    website = Website.of({ baseUrl: proxy.url }, await app.key());
    writeDefinition(website, A_DEFINITION);
    const { code, stdout, stderr } = await apply();
    const [form] = await formsOf();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`Add "contact: ${form!.id}" to it`) });
    expect(stdout).toContain(`\n  contact: ${form!.id}\n`);
    expect((await readWorkflow(app.api, form!)).published).toMatchObject({ version: 1 });
  });

  it('has the key of a creation that has not ended, by which it goes on with the same form', async () => {
    const proxy = await startLossyProxy(app.api.baseUrl);
    proxy.decides((_, { method }) => (method === 'POST' ? 'lose' : 'pass'));
    website = Website.of({ baseUrl: proxy.url }, await app.key());
    writeDefinition(website, A_DEFINITION);
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be reached') });
    expect(website.read('forms/forms.lock.yaml')).toMatch(/^ {2}contact: creating [0-9a-f-]{36}$/m);
    proxy.decides(() => 'pass');
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    expect(await formsOf()).toMatchObject([{ id: formIdIn(website) }]);
  });

  it.each([
    ['the file was changed since its creation began', 'Contact form', 'began earlier and cannot go on', ''],
    ['its creation began more than a day ago', 'Contact', 'more than a day ago', LONG_AGO],
  ])('says what to do where %s', async (_, name, reason, sql) => {
    const creatingKey = randomUUID();
    const form = await aForm(app.api.as(key), { name }, { idempotencyKey: creatingKey });
    if (sql !== '') await app.database.query(sql, [form.id]);
    writeDefinition(website, { name: 'Contact', validate_fields: true, notifications_enabled: false });
    website.write('forms/forms.lock.yaml', `${app.api.baseUrl}:\n  account: ${app.accountId}\n  contact: creating ${creatingKey}\n`);
    const { code, stderr } = await apply();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^forms\/contact\.yaml:\d+:1: The /) });
    expect(stderr).toContain(reason);
    expect(stderr).toContain('write "contact: <id of the form>" for the entry');
    expect(await formsOf()).toHaveLength(1);
  });
});

/** The website of an account that has all the forms that its plan allows. */
async function aWebsiteWithoutForms(): Promise<Website> {
  const { key: another } = await app.stranger('free');
  for (let count = 0; count < 5; count++) await aForm(app.api.as(another), { name: `Form ${count}` });
  return Website.of(app.api, another);
}

/** Not by its permissions, since tests may run as a user who has all. */
function blockLockFile(): void {
  mkdirSync(join(website.folder, `forms/forms.lock.yaml.${process.pid}.tmp`), { recursive: true });
}
