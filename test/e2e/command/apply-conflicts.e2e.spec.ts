import { shareApp, type TestApp } from '../../support/app';
import { type CommandResult, Website } from '../../support/command';
import { A_DEFINITION, AN_EDITED_DEFINITION, formIdIn, writeDefinition } from '../../support/definitions';
import { aField, reload, setSettings } from '../../support/forms';
import { type Fate, type LossyProxy, startLossyProxy } from '../../support/lossy-proxy';
import { aDraft, aVersion, readWorkflow, START, STORE, aDefinition } from '../../support/workflows';

let app: TestApp;
let proxy: LossyProxy;
let website: Website;
beforeEach(async () => {
  app = await shareApp();
  proxy = await startLossyProxy(app.api.baseUrl);
  website = Website.of({ baseUrl: proxy.url }, await app.key());
});

const apply = (...words: string[]): Promise<CommandResult> => website.run(['apply', '--yes', '--create', ...words]);
const isWrite = ({ method }: { method: string }): boolean => method !== 'GET';

/** The website of a form that its file says otherwise by now. */
async function anEditedForm(): Promise<{ id: string }> {
  writeDefinition(website, A_DEFINITION);
  expect(await apply()).toMatchObject({ code: 0, stderr: '' });
  writeDefinition(website, AN_EDITED_DEFINITION);
  return { id: formIdIn(website) };
}

/** Somebody acts just before the first request with this method whose path ends so. */
function before(method: string, end: string, act: () => Promise<unknown>): void {
  let isDone = false;
  proxy.decides(async (_, request): Promise<Fate> => {
    if (isDone || request.method !== method || !request.path.endsWith(end)) return 'pass';
    isDone = true;
    await act();
    return 'pass';
  });
}

describe('an answer that is lost', () => {
  /** Every write arrives, and its first answer does not. */
  const loseFirstAnswers = () => {
    const lost = new Set<string>();
    proxy.decides((_, request) => {
      const name = `${request.method} ${request.path} ${request.headers['if-match']}`;
      if (!isWrite(request) || lost.has(name)) return 'pass';
      lost.add(name);
      return 'lose';
    });
  };

  it('is no reason to stop, and nothing is done twice', async () => {
    loseFirstAnswers();
    const form = await anEditedForm();
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    const { revision, fields } = await reload(app.api, form);
    const { published, draft } = await readWorkflow(app.api, form);
    expect(fields.map(({ name }) => name)).toEqual(['email', 'name', 'topic']);
    expect({ revision, version: published?.version, draft: draft.revision }).toEqual({ revision: 10, version: 2, draft: 3 });
    expect((await app.api.get('/v1/forms')).body.data).toHaveLength(1);
    expect((await website.run(['plan'])).code).toBe(0);
  });
});

describe('a change by somebody else', () => {
  /** The last request that changes something is that before which the change was made. */
  async function expectTold(changes: string, ...words: string[]): Promise<void> {
    const { code, stderr } = await apply(...words);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^forms\/contact\.yaml:\d+:1: The form was changed since the plan: (.*)\. Plan again\.\n$/),
    });
    expect(stderr).toContain(`since the plan: ${changes}. Plan again`);
    expect(proxy.seen.filter(isWrite).at(-1)?.fate).toBe('pass');
  }

  it('is told and not overwritten, before the first step', async () => {
    const form = await anEditedForm();
    const [, email] = (await reload(app.api, form)).fields;
    before('PATCH', `/v1/forms/${form.id}`, async () => {
      const path = `/v1/forms/${form.id}/fields/${email!.id}`;
      expect(await app.api.patch(path, { label: 'Post' }, { ifMatch: '*' })).toMatchObject({ status: 200 });
    });
    await expectTold('label of email');
    expect(await reload(app.api, form)).toMatchObject({ name: 'Contact', revision: 3 });
  });

  it('is told with all that was changed', async () => {
    const form = await anEditedForm();
    before('PATCH', '/settings', async () => {
      await setSettings(app.api, form, { page: { title: 'Hello', intro: 'Hi' } });
      await aField(app.api, form, { name: 'town' });
      await app.api.patch(`/v1/forms/${form.id}`, { validate_fields: false }, { ifMatch: '*' });
    });
    await expectTold('validate_fields, page title, page intro, the field town');
  });

  it('is told where it comes after an answer that was lost', async () => {
    const form = await anEditedForm();
    proxy.decides(async (_, { method, path }): Promise<Fate> => {
      if (method !== 'PATCH' || !path.endsWith('/settings')) return 'pass';
      const isFirst = proxy.seen.filter((seen) => seen.method === method && seen.path === path).length === 2;
      if (isFirst) return 'lose';
      await aField(app.api, form, { name: 'town' });
      return 'pass';
    });
    await expectTold('the field town');
  });

  it('of the draft is told and not overwritten', async () => {
    const form = await anEditedForm();
    before('PUT', '/draft', () => aDraft(app.api, form, aDefinition([START, STORE])));
    await expectTold('the draft of the workflow');
    expect((await readWorkflow(app.api, form)).draft.definition.edges).toEqual([]);
  });

  it('that publishes is told', async () => {
    const form = await anEditedForm();
    before('POST', '/publish', () => aVersion(app.api, form, aDefinition([START, STORE], 'start>store')));
    await expectTold('the draft of the workflow');
  });

  it('is no obstacle where it is the same as that of the step', async () => {
    const form = await anEditedForm();
    before('POST', '/publish', () => aVersion(app.api, form));
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    expect((await readWorkflow(app.api, form)).published?.version).toBe(2);
  });

  it('that deletes a field, or all, is told', async () => {
    const form = await anEditedForm();
    const [, email] = (await reload(app.api, form)).fields;
    const path = `/v1/forms/${form.id}/fields/${email!.id}`;
    before('PATCH', path, () => app.api.delete(path, { ifMatch: '*' }));
    await expectTold('the field email');
    before('PATCH', `/v1/forms/${form.id}`, () => app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' }));
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining('The form was deleted while it was being changed.') });
  });

  it('does not keep the next run from ending the work', async () => {
    const form = await anEditedForm();
    before('PATCH', '/settings', () => setSettings(app.api, form, { page: { title: 'Hello' } }));
    await expectTold('page title');
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    expect((await website.run(['plan'])).code).toBe(0);
  });
});

describe('a draft that somebody has saved', () => {
  const draft = aDefinition([START, STORE]);

  it('is a conflict, and nothing is done', async () => {
    const form = await anEditedForm();
    await aDraft(app.api, form, draft);
    expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^forms\/contact\.yaml:\d+:1: .*--replace-draft/) });
    expect(await reload(app.api, form)).toMatchObject({ revision: 2 });
  });

  it('is replaced where that is asked for', async () => {
    const form = await anEditedForm();
    await aDraft(app.api, form, draft);
    expect(await apply('--replace-draft')).toMatchObject({ code: 0, stderr: '' });
    expect((await readWorkflow(app.api, form)).published?.definition.nodes).toHaveLength(3);
  });
});

it('publishes again what is published already only with --reactivate', async () => {
  writeDefinition(website, A_DEFINITION);
  await apply();
  expect(await apply('--reactivate')).toMatchObject({ code: 0, stderr: '' });
  expect((await readWorkflow(app.api, { id: formIdIn(website) })).published?.version).toBe(2);
});
