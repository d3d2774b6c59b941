import { shareApp, type TestApp } from '../../support/app';
import type { Website } from '../../support/command';
import { aForm, anEnabledForm, aSubmission, reload, setSettings } from '../../support/forms';
import { aWebsite, lock } from '../../support/planned';
import { aFanOut, aNode, aVersion, aWebhook, readWorkflow, START, STORE } from '../../support/workflows';

let app: TestApp;
let site: Website;

beforeAll(async () => {
  app = await shareApp();
});

beforeEach(async () => {
  site = await aWebsite(app);
});

const EMAIL = { name: 'email', type: 'string' };
const FAX = { name: 'fax', type: 'string' };
const json = (definition: object) => site.write('forms/contact.json', JSON.stringify(definition));
const workflowOf = ({ nodes, edges }: ReturnType<typeof aFanOut>) => ({ nodes, edges });

describe('plan', () => {
  it('tells each change with what it touches, the latest edit, and the sum, and exits with 2', async () => {
    const fields = [EMAIL, FAX, { name: 'note', type: 'string' }];
    const form = await aForm(app.api, { name: 'Old', allowed_origins: ['https://old.example.com'], fields });
    await setSettings(app.api, form, { page: { title: 'Hi' }, retention: { days: 100 } });
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('crm', { headers: { authorization: 'from the console' } })));
    const { revision, updated_at: at } = await reload(app.api, form);
    const { draft } = await readWorkflow(app.api, form);
    lock(site, app, { contact: form.id });
    site.write(
      'forms/contact.yaml',
      `name: New
status: enabled
allowed_origins: [https://example.com]
fields:
  - {name: note, type: string, label: Note}
  - {name: mail, was: email, type: string, required: true}
  - {name: phone, type: string}
settings:
  page: {}
  retention: {days: 30}
workflow:
  nodes:
    - {id: start, type: submission_received, config: {}}
    - {id: hook, type: webhook, config: {url: https://crm.example.com/hook}}
  edges:
    - {id: start-hook, source: start, target: hook}
publish: true
`,
    );
    const { code, stdout, stderr } = await site.run(['plan']);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      `forms/contact.yaml (form ${form.id}, revision ${revision})`,
      '  ~ name: "Old" -> "New"',
      '  - allowed_origins: "https://old.example.com"',
      '  + allowed_origins: "https://example.com"',
      '  ~ fields note label: null -> "Note"',
      '  ~ fields mail name: "email" -> "mail"',
      '  ~ fields mail required: false -> true',
      '  + fields phone: {"type":"string"}',
      '  ~ fields order: ["mail","note","phone"] -> ["note","mail","phone"]',
      '  - fields fax: {"type":"string"} (no submission has a value)',
      '  - settings page title: "Hi"',
      '  ~ settings retention days: 100 -> 30 (what is older is deleted without a way back, from a day later on if there is any)',
      '  - workflow nodes store: {"type":"database","config":{}}',
      '  - workflow nodes crm: {"type":"webhook","config":{"url":"https://crm.example.com/hook","headers":{"authorization":"(hidden… (no destination of submissions any more)',
      '  + workflow nodes hook: {"type":"webhook","config":{"url":"https://crm.example.com/hook"}} (a new destination of submissions; signed by a new secret, which its receiver needs)',
      '  - workflow edges start-store: {"source":"start","target":"store"}',
      '  - workflow edges start-crm: {"source":"start","target":"crm"}',
      '  + workflow edges start-hook: {"source":"start","target":"hook"}',
      '  ~ workflow version: 1 -> 2 (published: from then on, submissions run through it)',
      '  ~ status: "disabled" -> "enabled" (from then on, the names and types of its fields are locked)',
      `  On the service: revision ${revision} of ${at} by test; draft ${draft.revision} of ${draft.saved_at} by test.`,
      '',
      'Plan: 0 forms to create, 1 to change, 0 unchanged.',
      '',
    ]);
    expect(code).toBe(2);
  });

  it('writes nothing', async () => {
    const form = await aForm(app.api);
    lock(site, app, { contact: form.id });
    const entries = site.read('forms/forms.lock.yaml');
    json({ name: 'New', fields: [EMAIL], workflow: workflowOf(aFanOut(STORE)), publish: true });
    site.write('forms/another.yaml', 'name: To be created\n');
    expect((await site.run(['plan'])).code).toBe(2);
    expect(await reload(app.api, form)).toMatchObject({ revision: 1, name: 'Contact' });
    expect((await readWorkflow(app.api, form)).draft.revision).toBe(1);
    const { body } = await app.api.get('/v1/forms?limit=50');
    expect(JSON.stringify(body)).not.toContain('To be created');
    expect(site.read('forms/forms.lock.yaml')).toBe(entries);
  });

  it('says "No changes." and exits with 0 for what the form has already, however it is spelled', async () => {
    const form = await aForm(app.api, { fields: [{ ...EMAIL, label: 'E-mail' }], allowed_origins: ['https://example.com'] });
    lock(site, app, { contact: form.id });
    json({
      name: ' Contact ',
      allowed_origins: ['HTTPS://Example.com:443/'],
      fields: [{ ...EMAIL, was: 'mail', label: ' E-mail ', options: [], required: false }],
      settings: { page: { title: '  ' }, intake: { places: {} }, spam: { siteverify: { level: 'off' } } },
    });
    expect(await site.run(['plan'])).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' });
  });

  it('shows a file without an entry, and a form whose creation has not ended, as forms to create', async () => {
    await aForm(app.api, { name: 'Begun' });
    lock(site, app, { begun: 'creating 019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' });
    site.write('forms/begun.yaml', 'name: Begun\n');
    site.write('forms/fresh.yaml', 'name: Fresh\nstatus: enabled\nvalidate_fields: true\n');
    expect(await site.run(['plan'])).toEqual({
      code: 2,
      stdout: [
        'forms/begun.yaml (a new form)',
        '  + name: "Begun"',
        '',
        'forms/fresh.yaml (a new form)',
        '  + name: "Fresh"',
        '  + validate_fields: true',
        '  ~ status: "disabled" -> "enabled" (from then on, the names and types of its fields are locked)',
        '',
        'Plan: 2 forms to create, 0 to change, 0 unchanged.\n',
      ].join('\n'),
      stderr: '',
    });
  });

  it('plans the other files when one has mistakes, and exits with 1', async () => {
    const form = await aForm(app.api);
    lock(site, app, { good: form.id });
    site.write('forms/bad.yaml', 'name: [\n');
    site.write('forms/good.yaml', 'name: New\n');
    const { code, stdout, stderr } = await site.run(['plan']);
    expect(code).toBe(1);
    expect(stdout).toContain('~ name: "Contact" -> "New"');
    expect(stdout).toContain('Plan: 0 forms to create, 1 to change, 0 unchanged, 1 with mistakes.');
    expect(stderr).toMatch(/^forms\/bad\.yaml:\d+:\d+: /);
  });

  it('prints one document with --json', async () => {
    const form = await aForm(app.api, { fields: [EMAIL] });
    lock(site, app, { contact: form.id });
    site.write('forms/bad.yaml', 'nme: Contact\n');
    json({ name: 'Contact', fields: [] });
    const { code, stdout, stderr } = await site.run(['plan', '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const retired = { sign: '-', subject: 'fields email', before: { type: 'string' }, note: 'no submission has a value' };
    const faulty = { file: 'forms/bad.yaml', form_id: null, action: 'none', changes: [], notes: [] };
    expect(JSON.parse(stdout)).toEqual({
      forms: [
        { ...faulty, mistakes: expect.arrayContaining([{ message: expect.any(String), file: 'forms/bad.yaml', line: 1, column: 1 }]) },
        { file: 'forms/contact.json', form_id: form.id, action: 'update', changes: [retired], notes: [expect.any(String)], mistakes: [] },
      ],
    });
  });

  it('tells how many submissions have a value of a field that retires, at most and with --count', async () => {
    const form = await anEnabledForm(app.api, { fields: [EMAIL, FAX] });
    lock(site, app, { contact: form.id });
    json({ name: 'Contact', fields: [EMAIL] });
    await aSubmission(app.api, form, { email: 'ada@example.com', fax: '1' });
    await aSubmission(app.api, form, { email: 'bob@example.com' });
    expect((await site.run(['plan'])).stdout).toContain('(up to 2 submissions have a value, which they keep)');
    expect((await site.run(['plan', '--count'])).stdout).toContain('(of 2 submissions, 1 has a value, which stays)');
  });

  it('keeps texts of the service from acting on the terminal', async () => {
    const form = await aForm(app.api, { name: 'Abc\u202edef', fields: [{ ...EMAIL, label: 'a\u2066b' }] });
    lock(site, app, { contact: form.id });
    json({ name: 'Contact', fields: [] });
    const [shown, document] = [await site.run(['plan']), await site.run(['plan', '--json'])];
    for (const { stdout } of [shown, document]) expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    const { forms } = JSON.parse(document.stdout) as { forms: [{ changes: unknown[] }] };
    expect(forms[0].changes).toContainEqual(expect.objectContaining({ subject: 'name', before: 'Abc\u202edef' }));
  });

  it('publishes again with --reactivate only', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE));
    lock(site, app, { contact: form.id });
    json({ name: 'Contact', workflow: workflowOf(aFanOut(STORE)), publish: true });
    expect((await site.run(['plan'])).stdout).toBe('No changes.\n');
    const { code, stdout } = await site.run(['plan', '--reactivate']);
    expect(code).toBe(2);
    expect(stdout).toContain('~ workflow version: 1 -> 2 (published again, so that destinations that were disabled get submissions again)');
  });

  it('shows at a terminal how far it is', async () => {
    const form = await aForm(app.api);
    lock(site, app, { contact: form.id });
    json({ name: 'Contact' });
    const { stderr } = await site.runAtTerminal(['plan'], '');
    expect(stderr).toContain('\rPlanned 1 of 1');
  });
});

describe('plan with variables', () => {
  const SECRET = 'hush-hush 7';
  const env = {
    FORM_VAR_TOKEN: SECRET,
    FORM_VAR_CHAT: 'https://hooks.slack.example.com/T0/secret',
    FORM_VAR_SITE: 'HTTPS://Staging.example.com/',
  };
  const nodes = [
    START,
    aWebhook('crm', { headers: { authorization: 'Bearer ${FORM_VAR_TOKEN}' } }),
    aNode('chat', 'slack', { url: '${FORM_VAR_CHAT}' }),
  ];
  const definition = { name: 'Contact', allowed_origins: ['${FORM_VAR_SITE}'], workflow: workflowOf(aFanOut(...nodes.slice(1))) };

  it.each([[['plan']], [['plan', '--json']]])(
    'shows their names and never their values, nor those that the service has: %p',
    async (words) => {
      const start = nodes.map((node) => ({ ...node, config: { ...node.config } }));
      Object.assign(start[1]!.config, { headers: { authorization: 'Bearer of the service' } });
      Object.assign(start[2]!.config, { url: 'https://hooks.slack.example.com/T0/of-the-service' });
      const form = await aForm(app.api);
      await aVersion(app.api, form, aFanOut(...start.slice(1)));
      lock(site, app, { contact: form.id });
      json({ ...definition, publish: true });
      const { code, stdout, stderr } = await site.run(words, env);
      expect(code).toBe(2);
      const shown = words.length > 1 ? JSON.stringify(JSON.parse(stdout)) : stdout;
      for (const text of ['${FORM_VAR_SITE}', 'Bearer ${FORM_VAR_TOKEN}', '${FORM_VAR_CHAT}', '(hidden)']) expect(shown).toContain(text);
      for (const value of [SECRET, 'T0/', 'taging.example.com', 'of the service']) expect(`${stdout}${stderr}`).not.toContain(value);
    },
  );

  it('shows no value that is a part of another text', async () => {
    const form = await aForm(app.api, { name: `About ${SECRET}` });
    lock(site, app, { contact: form.id });
    json(definition);
    const { stdout } = await site.run(['plan'], env);
    expect(stdout).toContain('~ name: "About ${FORM_VAR_TOKEN}" -> "Contact"');
    expect(stdout).not.toContain(SECRET);
  });

  it('finds no changes when the service has their values', async () => {
    const form = await aForm(app.api, { allowed_origins: ['https://staging.example.com'] });
    const filled = JSON.parse(
      JSON.stringify(nodes).replace('${FORM_VAR_TOKEN}', SECRET).replace('${FORM_VAR_CHAT}', env.FORM_VAR_CHAT),
    ) as typeof nodes;
    await aVersion(app.api, form, aFanOut(...filled.slice(1)));
    lock(site, app, { contact: form.id });
    json({ ...definition, publish: true });
    expect(await site.run(['plan'], env)).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' });
  });

  it('is a fault before anything is asked when one is not set', async () => {
    json(definition);
    const { code, stderr } = await site.run(['plan'], { FORM_VAR_TOKEN: SECRET });
    expect(code).toBe(1);
    expect(stderr).toContain('FORM_VAR_SITE');
    expect(stderr).not.toContain(SECRET);
  });
});

describe('the author of the latest edit', () => {
  it('is told only to a key that may read who has done what', async () => {
    const form = await aForm(app.api, { fields: [EMAIL] });
    lock(site, app, { contact: form.id });
    json({ name: 'New' });
    const other = await aWebsite(app, await app.key({ scopes: ['forms:read'] }));
    lock(other, app, { contact: form.id });
    other.write('forms/contact.yaml', 'name: New\n');
    expect((await site.run(['plan'])).stdout).toContain(' by test');
    const { code, stdout } = await other.run(['plan']);
    expect(code).toBe(2);
    expect(stdout).toContain('On the service: revision 1 of ');
    expect(stdout).not.toContain(' by ');
  });

  it('is that of a field as well, and not that of an earlier edit', async () => {
    const form = await aForm(app.api, { fields: [EMAIL] });
    const editor = app.api.as(await app.key({ name: 'Editor' }));
    const path = `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
    expect((await editor.patch(path, { label: 'New' }, { ifMatch: form.etag })).status).toBe(200);
    lock(site, app, { contact: form.id });
    json({ name: 'New' });
    expect((await site.run(['plan'])).stdout).toMatch(/On the service: revision 2 of [^ ]+Z by Editor; draft 1 of [^ ]+Z by test\./);
  });
});
