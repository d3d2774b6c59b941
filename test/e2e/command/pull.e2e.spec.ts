import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { shareApp, type TestApp, allScopesBut } from '../../support/app';
import { Website } from '../../support/command';
import { aField, aForm, anEnabledForm, etagOf, setSettings } from '../../support/forms';
import { aDraft, aFanOut, aNode, aVersion, aWebhook, STORE } from '../../support/workflows';

let app: TestApp;
let key: string;
let website: Website;
beforeEach(async () => {
  app = await shareApp();
  key = await app.key();
  website = Website.of(app.api, key);
});

const FIELDS = [
  { name: 'email', type: 'string', label: 'E-mail', required: true, validation: 'email' },
  { name: 'day', type: 'array', options: ['Monday', '2'] },
  { name: 'photo', type: 'file', options: { max_files: 2, accept: ['image/*'] } },
];

const SETTINGS = {
  page: { title: 'yes', intro: 'Two\nlines', language: 'de' },
  notifications: { to: ['office@example.com'], reply_to_field: 'email' },
  spam: { honeypot: 'drop', siteverify: { provider: 'turnstile', site_key: '0x4AAA' } },
  intake: { unique_by: 'email', places: { day: { '2': 5 } }, closes_at: '2036-01-02T03:04:05.678+01:00' },
  retention: { days: 365 },
  respondent: { address_field: 'email', confirm: 'ask' },
  notices: { mail: false },
};

const CONTACT = `# yaml-language-server: $schema=../node_modules/form-collection-client/form.schema.json
name: Contact
status: enabled
allowed_origins:
  - https://www.example.com
validate_fields: true
notifications_enabled: false
fields:
  - name: email
    label: E-mail
    type: string
    required: true
    validation: email
  - name: day
    type: array
    options:
      - Monday
      - "2"
  - name: photo
    type: file
    options:
      max_files: 2
      accept:
        - image/*
settings:
  page:
    title: "yes"
    intro: |-
      Two
      lines
    language: de
  notifications:
    to:
      - office@example.com
    reply_to_field: email
  spam:
    honeypot: drop
    siteverify:
      provider: turnstile
      site_key: "0x4AAA"
  intake:
    unique_by: email
    places:
      day:
        "2": 5
    closes_at: "2036-01-02T02:04:05.000Z"
  retention:
    days: 365
  respondent:
    address_field: email
    confirm: ask
  notices:
    mail: false
workflow:
  nodes:
    - id: start
      type: submission_received
      config: {}
    - id: store
      type: database
      config: {}
  edges:
    - id: start-store
      source: start
      target: store
publish: true
`;

/** The form whose file is `CONTACT`. */
async function aContactForm(members: object = {}) {
  const form = await aForm(app.api, { allowed_origins: ['https://www.example.com'], fields: FIELDS, ...members });
  await setSettings(app.api, form, SETTINGS);
  await aVersion(app.api, form, aFanOut(STORE));
  await app.api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: '*' });
  return form;
}

/** Changes a form. */
const patch = async (form: { id: string }, members: object): Promise<void> => {
  expect((await app.api.patch(`/v1/forms/${form.id}`, members, { ifMatch: '*' })).status).toBe(200);
};

const lockOf = (entries: Record<string, string>, account = app.accountId): string =>
  [`${app.api.baseUrl}:`, `  account: ${account}`, ...Object.entries(entries).map(([name, id]) => `  ${name}: ${id}`), ''].join('\n');

const filesOf = (folder = 'forms'): string[] => readdirSync(join(website.folder, folder)).sort();

describe('form-collection pull', () => {
  it('writes a form with all of its settings but defaults, and says in the lock file which form it is', async () => {
    const form = await aContactForm();
    expect(await website.run(['pull', form.id])).toEqual({ code: 0, stdout: 'wrote forms/contact.yaml\n', stderr: '' });
    expect(website.read('forms/contact.yaml')).toBe(CONTACT);
    expect(website.read('forms/forms.lock.yaml')).toBe(lockOf({ contact: form.id }));
    expect(await website.run(['plan'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
  });

  it('without ids takes over what has changed in the forms of the lock file, with all comments', async () => {
    const form = await aContactForm();
    await aForm(app.api, { name: 'Other' });
    const written = CONTACT.replace('name: Contact\n', 'name: Contact # in the menu\n')
      .replace('  - name: day', '\n  # when to come\n  - name: day')
      .replace('  retention:\n    days: 365\n', '  # as the lawyer says\n  retention: { days: 365 }\n')
      .replace('"yes"', "'yes'");
    website.write('forms/contact.yaml', written);
    website.write('forms/forms.lock.yaml', lockOf({ contact: form.id }));
    expect(await website.run(['pull'])).toEqual({ code: 0, stdout: 'forms/contact.yaml is unchanged\n', stderr: '' });
    expect(website.read('forms/contact.yaml')).toBe(written);
    await patch(form, { name: 'Contact us', status: 'disabled' });
    await setSettings(app.api, form, { retention: { days: 30 }, page: { intro: null }, spam: { honeypot: null, siteverify: null } });
    await aField(app.api, form, { name: 'company' });
    expect(await website.run(['pull'])).toEqual({ code: 0, stdout: 'wrote forms/contact.yaml\n', stderr: '' });
    expect(website.read('forms/contact.yaml')).toBe(
      written
        .replace('Contact #', 'Contact us #')
        .replace('enabled', 'disabled')
        .replace('        - image/*\n', '        - image/*\n  - name: company\n    type: string\n')
        .replace('    intro: |-\n      Two\n      lines\n', '')
        .replace('days: 365', 'days: 30')
        .replace(/ {2}spam:[^]*(?= {2}intake:)/, '  spam: {}\n'),
    );
    expect(filesOf()).toEqual(['contact.yaml', 'forms.lock.yaml']);
  });

  it('keeps line ends, a missing last line end and JSON', async () => {
    const form = await aContactForm();
    website.write('forms/forms.lock.yaml', lockOf({ contact: form.id }));
    const windows = CONTACT.trimEnd().replaceAll('\n', '\r\n');
    website.write('forms/contact.yaml', windows);
    await patch(form, { name: 'Contact us' });
    await website.run(['pull']);
    expect(website.read('forms/contact.yaml')).toBe(windows.replace('Contact', 'Contact us'));

    const other = Website.of(app.api, key);
    expect(await other.run(['pull', form.id, '--format', 'json', '--dir', 'site/forms'])).toMatchObject({ code: 0 });
    const json = other.read('site/forms/contact-us.json');
    const { $schema, name, publish } = JSON.parse(json) as Record<string, unknown>;
    expect({ $schema, name, publish }).toEqual({
      $schema: '../../node_modules/form-collection-client/form.schema.json',
      name: 'Contact us',
      publish: true,
    });
    await patch(form, { name: 'Contact' });
    await other.run(['pull', '--dir', 'site/forms']);
    expect(other.read('site/forms/contact-us.json')).toBe(json.replace('Contact us', 'Contact'));
  });

  it('writes a draft that is not published, and says so', async () => {
    const form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE));
    await website.run(['pull', form.id]);
    expect(website.read('forms/contact.yaml')).toMatch(/^publish: true$/m);
    await aDraft(app.api, form, aFanOut(STORE, aNode('wait', 'delay', { seconds: 5 })));
    const { code, stderr } = await website.run(['pull']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'forms/contact.yaml: the workflow is the draft, which differs from the published version 1; it is written without "publish".\n',
    });
    expect(website.read('forms/contact.yaml')).toContain('seconds: 5\n');
    expect(website.read('forms/contact.yaml')).not.toMatch(/^publish/m);
  });

  it('prints one document with --json', async () => {
    const [form, missing] = [await aForm(app.api), '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f'];
    const { code, stdout, stderr } = await website.run(['pull', form.id, missing, '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      forms: [{ path: 'forms/contact.yaml', form_id: form.id, result: 'written', notes: [] }],
      faults: [{ message: expect.stringContaining(missing) }],
    });
  });
});

describe('secrets of a pulled form', () => {
  const SECRET = 'Bearer of all secrets';
  const CHAT = 'https://hooks.slack.com/services/T0/B0/XYZ';
  const NAMES = { header: 'FORM_VAR_CONTACT_CRM_AUTHORIZATION', chat: 'FORM_VAR_CONTACT_TEAM_URL' };
  const aFlow = (secret = SECRET) =>
    aFanOut(
      STORE,
      aWebhook('crm', { headers: { Authorization: secret, 'X-Id': '{{ submission.id }}' } }),
      aNode('team', 'slack', { url: CHAT }),
    );

  it('are in no file and no output: variables stand for them, which are named', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFlow());
    const { code, stdout, stderr } = await website.run(['pull', form.id]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        `forms/contact.yaml: ${NAMES.header} stands for the header Authorization of crm: its value has to be set in the environment of plan and apply.`,
        `forms/contact.yaml: ${NAMES.chat} stands for the url of team: its value has to be set in the environment of plan and apply.`,
        '',
      ].join('\n'),
    );
    const text = website.read('forms/contact.yaml');
    expect(text).toContain(`Authorization: \${${NAMES.header}}\n`);
    expect(text).toContain(`url: \${${NAMES.chat}}\n`);
    expect(text).toContain('X-Id: "{{ submission.id }}"\n');
    for (const secret of [SECRET, CHAT]) expect(stdout + stderr + text).not.toContain(secret);
    const env = { [NAMES.header]: SECRET, [NAMES.chat]: CHAT };
    expect(await website.run(['plan'], env)).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
    expect(await website.run(['pull'], env)).toEqual({ code: 0, stdout: 'forms/contact.yaml is unchanged\n', stderr: '' });
  });

  it('stay as variables, also where they could not be compared or differ, which is told without the values', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFlow());
    await website.run(['pull', form.id]);
    const text = website.read('forms/contact.yaml');
    await aVersion(app.api, form, aFlow('another secret'));
    const { stdout, stderr } = await website.run(['pull'], { [NAMES.header]: SECRET });
    expect({ stdout, stderr }).toEqual({
      stdout: 'forms/contact.yaml is unchanged\n',
      stderr: [
        `forms/contact.yaml: ${NAMES.header} stays in the file, but its value differs from that of the service.`,
        `forms/contact.yaml: ${NAMES.chat} is not set, so its value was not compared with that of the service.`,
        '',
      ].join('\n'),
    });
    expect(website.read('forms/contact.yaml')).toBe(text);
  });

  it('become variables where the file has an older value, and stay where it has the same', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFlow('public'));
    await website.run(['pull', form.id]);
    const written = website.read('forms/contact.yaml').replace(`\${${NAMES.header}}`, 'public');
    website.write('forms/contact.yaml', written);
    const env = { [NAMES.chat]: CHAT };
    expect(await website.run(['pull'], env)).toMatchObject({ stdout: 'forms/contact.yaml is unchanged\n', stderr: '' });
    await aVersion(app.api, form, aFlow());
    expect(await website.run(['pull'], env)).toMatchObject({ stderr: expect.stringContaining(NAMES.header) });
    expect(website.read('forms/contact.yaml')).toBe(written.replace('public', `\${${NAMES.header}}`));
  });

  it('do not show the key', async () => {
    const form = await aForm(app.api);
    const { stdout, stderr } = await website.run(['pull', form.id, '--json']);
    const files = filesOf().map((name) => website.read(`forms/${name}`));
    expect([stdout, stderr, ...files].join('\n')).not.toContain(key);
  });
});

describe('the files of pulled forms', () => {
  it('have names of letters, digits and hyphens in the folder, whatever forms are called', async () => {
    const names = ['../../etc/passwd', 'con', '🎈🎈', 'Ü'.repeat(255), 'Twice', 'Twice', 'account', '-rf', '.git'];
    for (const name of names) await aForm(app.api, { name });
    const { code } = await website.run(['pull', '--all']);
    expect(code).toBe(0);
    expect(filesOf()).toEqual(
      [
        ...['account-form.yaml', 'con-form.yaml', 'etc-passwd.yaml', 'form.yaml', 'forms.lock.yaml', 'git.yaml', 'rf.yaml'],
        ...['twice-2.yaml', 'twice.yaml', `${'u'.repeat(60)}.yaml`],
      ].sort(),
    );
    expect(readdirSync(website.folder)).toEqual(['forms']);
    expect(await website.run(['pull', '--all'])).toMatchObject({ code: 0, stdout: expect.not.stringContaining('wrote') });
    expect(await website.run(['plan'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
  });

  it('are not overwritten where no entry says which form they are, which holds up no other form', async () => {
    const [contact, order] = [await aForm(app.api), await aForm(app.api, { name: 'Order' })];
    website.write('forms/contact.yml', 'name: Mine\n');
    const { code, stdout, stderr } = await website.run(['pull', contact.id, order.id]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'wrote forms/order.yaml\n' });
    expect(stderr).toContain('forms/contact.yml is there');
    expect(stderr).toContain(`add "contact: ${contact.id}" to ${app.api.baseUrl} in forms/forms.lock.yaml`);
    expect(website.read('forms/contact.yml')).toBe('name: Mine\n');
    website.write('forms/forms.lock.yaml', lockOf({ contact: contact.id, order: order.id }));
    expect(await website.run(['pull'])).toMatchObject({ code: 0, stdout: 'wrote forms/contact.yml\nforms/order.yaml is unchanged\n' });
    expect(website.read('forms/contact.yml')).toMatch(/^name: Contact\nstatus: disabled\n/);
  });

  it('stay as they are where they have mistakes, which are told by their places', async () => {
    const form = await aForm(app.api);
    website.write('forms/forms.lock.yaml', lockOf({ contact: form.id }));
    for (const text of ['name: Contact\nfields: [\n', 'name: Contact\nfields: 5\n', '- 1\n', '']) {
      website.write('forms/contact.yaml', text);
      expect(await website.run(['pull'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^forms\/contact\.yaml:\d+:\d+: /),
      });
      expect(website.read('forms/contact.yaml')).toBe(text);
    }
  });

  it('are never behind links or outside of the folder', async () => {
    const form = await aForm(app.api);
    website.write('outside.yaml', 'name: Mine\n');
    website.write('forms/forms.lock.yaml', lockOf({ contact: form.id }));
    symlinkSync(join(website.folder, 'outside.yaml'), join(website.folder, 'forms/contact.yaml'));
    expect(await website.run(['pull'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no plain file') });
    website.write('forms/forms.lock.yaml', lockOf({ '../outside': form.id }));
    expect(await website.run(['pull'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"../outside" is no name of a definition'),
    });
    expect(website.read('outside.yaml')).toBe('name: Mine\n');
  });

  it('of forms that the key does not see stay, and are told', async () => {
    const form = await aForm(app.api);
    await website.run(['pull', form.id]);
    const text = website.read('forms/contact.yaml');
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: await etagOf(app.api, form) });
    expect(await website.run(['pull'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${form.id}, which the lock file calls contact`),
    });
    expect(website.read('forms/contact.yaml')).toBe(text);
  });
});

describe('pull refuses', () => {
  it('words that select no form', async () => {
    expect(await website.run(['pull'])).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --all, or the ids of forms') });
    expect(await website.run(['pull', 'contact'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"contact" is no id of a form'),
    });
    expect(await website.run(['pull', '--all'])).toMatchObject({ code: 1, stderr: 'The key sees no form.\n' });
    expect(existsSync(join(website.folder, 'forms'))).toBe(false);
  });

  it('a key of another account, and one without the scopes', async () => {
    const form = await aForm(app.api);
    website.write('forms/forms.lock.yaml', lockOf({ contact: form.id }, '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f'));
    expect(await website.run(['pull'])).toMatchObject({ code: 1, stderr: expect.stringContaining('Use a key of that account') });
    const weak = await app.key({ scopes: allScopesBut('workflows:read') });
    expect(await website.run(['pull', form.id], { FORM_COLLECTION_KEY: weak })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The key lacks workflows:read'),
    });
  });
});

it('writes settings whose field was deleted later, which plan and a second pull take as they are', async () => {
  const form = await aForm(app.api, { fields: FIELDS });
  await setSettings(app.api, form, { notifications: { reply_to_field: 'email' }, intake: { places: { day: { '2': 5 } } } });
  for (const { id } of form.fields.slice(0, 2)) {
    const headers = { 'If-Match': await etagOf(app.api, form) };
    expect((await app.api.delete(`/v1/forms/${form.id}/fields/${id}`, { headers })).status).toBe(200);
  }
  expect(await website.run(['pull', form.id])).toMatchObject({ code: 0 });
  expect(website.read('forms/contact.yaml')).toContain('reply_to_field: email');
  expect(await website.run(['plan'])).toMatchObject({ code: 0, stdout: 'No changes.\n', stderr: '' });
  expect(await website.run(['pull'])).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
});
