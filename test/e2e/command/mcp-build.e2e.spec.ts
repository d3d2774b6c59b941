import type { TestApp } from '../../support/app';
import { databaseContents } from '../../support/database-contents';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { type AgentHost, anAgentHost } from '../../support/mcp';
import { startRunningApp } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, readWorkflow } from '../../support/workflows';

const SCOPES = ['forms:read', 'forms:create', 'forms:update', 'workflows:read', 'workflows:write', 'workflows:test'] as const;
const SECRET = 'Bearer crm-secret-4711';

let app: TestApp;
let agent: AgentHost;
beforeAll(async () => {
  app = await startRunningApp();
  agent = await anAgentHost(app.api, 'build', await app.key({ scopes: [...SCOPES] }));
});
afterAll(() => app.close());

const textOf = async (tool: string, input: object): Promise<string> => {
  const { text, isError } = await agent.call(tool, input);
  expect([text, isError]).toEqual([text, false]);
  return text;
};
const errorOf = async (tool: string, input: object): Promise<string> => {
  const { text, isError } = await agent.call(tool, input);
  expect([text, isError]).toEqual([text, true]);
  return text;
};

const CRM = aWebhook('crm', { headers: { authorization: SECRET } });

/** A form in use, whose published workflow sends a secret. */
async function aFormInUse(name: string) {
  const form = await anEnabledForm(app.api, { name, fields: [{ name: 'email', type: 'string', label: 'E-mail' }] });
  await aVersion(app.api, form, aFanOut(CRM));
  return form;
}

describe('an agent that builds', () => {
  it('has at most ten tools, in at most 3,000 tokens, none of which publishes, enables or deletes', async () => {
    const listed = await agent.client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual([
      ...['find_forms', 'read_form', 'check_definition', 'plan_definition', 'save_draft', 'create_form', 'test_workflow'],
    ]);
    expect(JSON.stringify(listed).length / 4).toBeLessThanOrEqual(3000);
    const writing = listed.tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    expect(writing.map(({ name }) => name)).toEqual(['save_draft', 'create_form', 'test_workflow']);
    expect(listed.tools.filter(({ annotations }) => annotations?.destructiveHint)).toEqual([]);
  });

  it('reads a form as a definition that plans to nothing, without secrets, numbers and texts of visitors', async () => {
    const form = await aFormInUse('Contact');
    for (let number = 0; number < 3; number++) await aSubmission(app.api, form, { email: 'visitor@example.com', unmatched: 'visitor' });
    const definition = await textOf('read_form', { form_id: form.id });
    expect(definition).toContain('name: Contact\nstatus: enabled\n');
    expect(definition).toContain('authorization: ${FORM_VAR_CONTACT_CRM_AUTHORIZATION}');
    expect(await textOf('check_definition', { definition })).toBe('No mistakes.');
    expect(await textOf('plan_definition', { form_id: form.id, definition })).toBe('No changes.');
    for (const text of [definition, await textOf('find_forms', {})]) expect(text).not.toMatch(/crm-secret|visitor|unmatched|_count/);
  });

  it('is told what a definition would change, without numbers of submissions', async () => {
    const form = await aFormInUse('Planned');
    for (let number = 0; number < 7; number++) await aSubmission(app.api, form, { email: 'visitor@example.com' });
    const definition = 'name: Planned\nfields:\n  - {name: phone, type: string}\n';
    const plan = await textOf('plan_definition', { form_id: form.id, definition });
    expect(plan).toMatch(/\+ fields phone.*\n.*- fields email.*submissions keep its values/);
    expect(plan).not.toMatch(/\b7\b/);
    expect(await textOf('plan_definition', { definition: 'name: New one\n' })).toContain('Plan: 1 form to create');
    expect(await errorOf('plan_definition', { definition: 'name: Planned\n' })).toContain(form.id);
  });

  it('is told mistakes at their lines', async () => {
    const form = await aForm(app.api, { name: 'Mistakes' });
    const definition = 'name: Mistakes\nfields:\n  - {name: email, type: text}\n';
    for (const [tool, input] of [
      ['check_definition', { definition }],
      ['plan_definition', { definition, form_id: form.id }],
      ['save_draft', { definition, form_id: form.id }],
      ['create_form', { definition }],
    ] as const)
      expect(await errorOf(tool, input)).toMatch(/^definition\.yaml:3:\d+: /);
    expect(await errorOf('check_definition', { definition: 'name: [' })).toMatch(/^definition\.yaml:1:\d+: /);
    expect(await errorOf('save_draft', { definition: 'name: Mistakes\n', form_id: form.id })).toContain('no workflow');
  });
});

describe('save_draft', () => {
  const draftOf = async (form: { id: string }) => (await readWorkflow(app.api, form)).draft.definition;
  const withDelay = (definition: string): string => {
    const parts = definition.split('  edges:\n');
    const node = '    - id: wait\n      type: delay\n      config:\n        seconds: 3600\n';
    return `${parts[0]}${node}  edges:\n    - {id: e9, source: start, target: wait}\n${parts[1]}`;
  };

  it('keeps a secret that the agent never sees, and publishes nothing', async () => {
    const form = await aFormInUse('Draft');
    const definition = withDelay(await textOf('read_form', { form_id: form.id }));
    expect(await textOf('save_draft', { form_id: form.id, definition })).toMatch(
      /^Saved as revision \d+ of the draft\. It is not published\.$/,
    );
    const { draft, published } = await readWorkflow(app.api, form);
    expect(draft.definition.nodes.map(({ id }) => id)).toEqual(['start', 'crm', 'wait']);
    expect(draft.definition.nodes[1]!.config).toMatchObject({ headers: { authorization: SECRET } });
    expect(published!.version).toBe(1);
    expect(await textOf('save_draft', { form_id: form.id, definition })).toMatch(/^This is the draft already/);
  });

  it('saves again what the agent has saved, but not over what somebody else has', async () => {
    const form = await aFormInUse('Twice');
    const definition = await textOf('read_form', { form_id: form.id });
    await textOf('save_draft', { form_id: form.id, definition: withDelay(definition) });
    expect(await textOf('plan_definition', { form_id: form.id, definition: definition.replace('publish: true\n', '') })).toContain('wait');
    await textOf('save_draft', { form_id: form.id, definition: withDelay(definition).replace('3600', '7200') });
    await aDraft(app.api, form, aFanOut(CRM, aWebhook('other')));
    const before = await draftOf(form);
    expect(await errorOf('save_draft', { form_id: form.id, definition: withDelay(definition) })).toMatch(/:\d+:\d+: .*somebody else/);
    expect(await draftOf(form)).toEqual(before);
  });

  it.each([
    ['another address', (text: string) => text.replace('https://crm.example.com/hook', 'https://evil.example/hook')],
    ['another node', (text: string) => text.replace('- id: crm', '- id: other').replace('target: crm', 'target: other')],
    ['an address', (text: string) => text.replace('url: https://crm.example.com/hook', 'url: ${FORM_VAR_CONTACT_CRM_AUTHORIZATION}')],
    ['another header', (text: string) => text.replace('authorization: $', 'x-other: $')],
    ['an address beside it', (text: string) => text.replace('https://crm.example.com/hook', 'https://evil.example/${FORM_VAR_X}')],
  ])('takes no secret to %s', async (_, edit) => {
    const form = await aFormInUse(`Moved ${performance.now()}`);
    const before = await draftOf(form);
    const definition = edit(await textOf('read_form', { form_id: form.id }));
    for (const tool of ['save_draft', 'plan_definition'])
      expect(await errorOf(tool, { form_id: form.id, definition })).toMatch(/FORM_VAR_\w+\} stands for nothing that the form has here/);
    expect(await draftOf(form)).toEqual(before);
  });

  it('fills in no variable of the environment, and no header of another form', async () => {
    const [form, other] = [await aFormInUse('Environment'), await aForm(app.api, { name: 'Other' })];
    const definition = await textOf('read_form', { form_id: form.id });
    expect(await errorOf('save_draft', { form_id: other.id, definition })).toContain('stands for nothing');
  });
});

describe('create_form', () => {
  const DEFINITION = `name: Careers
status: enabled
allowed_origins: [https://www.example.com]
fields:
  - {name: email, type: string, validation: email}
settings:
  page: {title: Work with us}
`;

  it('creates a form that is disabled, with its fields and settings, and shows no token', async () => {
    const text = await textOf('create_form', { definition: DEFINITION });
    const [, id] = /^Created "Careers" as (\S+)\. It is disabled/.exec(text)!;
    const { body } = await app.api.get(`/v1/forms/${id}`);
    expect(body.data).toMatchObject({ name: 'Careers', status: 'disabled', allowed_origins: ['https://www.example.com'] });
    expect((await app.api.get(`/v1/forms/${id}/settings`)).body.data).toMatchObject({ page: { title: 'Work with us' } });
    expect(`${text}${agent.output()}`).not.toContain('fst_');
    expect(await errorOf('create_form', { definition: DEFINITION })).toContain(id);
  });

  it('creates none whose settings the key may not set', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'forms:update');
    const other = await anAgentHost(app.api, 'build', await app.key({ scopes }));
    const before = await databaseContents(app);
    const { isError, text } = await other.call('create_form', { definition: DEFINITION.replace('Careers', 'Jobs') });
    expect([isError, text]).toEqual([true, expect.stringContaining('lacks forms:update')]);
    expect((await databaseContents(app))['forms']).toBe(before['forms']);
  });

  it('is refused in words where the key may not write', async () => {
    const other = await anAgentHost(app.api, 'build', await app.key({ scopes: [...SCOPES], isReadOnly: true }));
    const { isError, text } = await other.call('create_form', { definition: 'name: Jobs\n' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/writes_disabled.*\nThe key now has .*, and may not write\.$/s)]);
  });
});

describe('test_workflow', () => {
  it('runs the draft with made-up values, and tells its steps in words', async () => {
    const form = await aForm(app.api, { name: 'Tested', fields: [{ name: 'email', type: 'string' }] });
    await aDraft(app.api, form, aFanOut(CRM));
    const text = await textOf('test_workflow', { form_id: form.id });
    expect(text).toMatch(/^Run \S+, test of the draft: succeeded\n- start .*: succeeded\n- crm \(webhook, Program\): succeeded$/);
    await aDraft(app.api, form, aFanOut(CRM, aNode('end', 'stop', { outcome: 'failed', message: 'no' })));
    expect(await textOf('test_workflow', { form_id: form.id })).toMatch(/: failed\n(.*\n)*- end \(stop, Stop\): succeeded/);
  });

  it('is told why a draft cannot run', async () => {
    const form = await aForm(app.api, { name: 'Unfinished' });
    await aDraft(app.api, form, aDefinition([]));
    expect(await errorOf('test_workflow', { form_id: form.id })).toMatch(/workflow_validation_failed.*\nthe workflow needs a beginning/s);
  });
});
