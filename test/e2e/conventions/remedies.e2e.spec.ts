import { expectError } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, submit } from '../../support/forms';
import { addressWith, bodyMembersOf, createPathIds, methodOf, OPERATION_PATHS } from '../../support/operations';

let app: TestApp;
let form: { id: string; etag: string };
const TAKEN = { name: 'email', type: 'string' };
const any = { ifMatch: '*' };
beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api, { fields: [TAKEN] });
});
afterAll(() => app.close());

const detailsOf = (answer: Answer): Record<string, unknown> => {
  expectError(answer, 'validation_failed');
  return answer.body.error!.details;
};
const ofForm = (path: string): string => `/v1/forms/${form.id}/${path}`;
const submissions = (query: string): Promise<Answer> => app.api.get(`/v1/forms/${form.id}/submissions?${query}`);

const UNKNOWN_TO_FORMS = 'unknown query parameter: must be one of cursor, limit, search, status';

describe('a resource that is sent back whole', () => {
  const IS_READ_ONLY = ['is read-only'];
  /** The resource as its address shows it. The draft is a part of its workflow. */
  const READ: Readonly<Record<string, (data: any) => object>> = {
    'PUT /v1/forms/:form/workflow/draft': ({ id, form_id, mode, simple_editable, draft }) => ({
      ...{ id, form_id, mode, simple_editable },
      ...draft,
    }),
  };
  const EDITS = Object.keys(OPERATION_PATHS).filter(
    (each) => /^(PATCH|PUT) /.test(each) && !each.endsWith('/reorder'), // whose body is no resource
  );

  it.each(EDITS)('is told which of its members are read-only: %s', async (edit) => {
    const address = addressWith(edit, await createPathIds(app.api, app));
    const { body } = await app.api.get(address.replace(/\/draft$/, ''));
    const resource = (READ[edit] ?? ((data) => data))(body.data);
    const readOnly = Object.keys(resource).filter((name) => !bodyMembersOf(edit).includes(name));
    const details = detailsOf(await app.api.call(methodOf(edit), address, { ...resource, colour: 'red' }, any));
    expect(details).toMatchObject(Object.fromEntries(readOnly.map((name) => [name, IS_READ_ONLY])));
    expect(details.colour).toEqual(['unknown property']);
    expect(readOnly).toEqual(expect.arrayContaining([edit.endsWith('/settings') ? 'quarantined' : 'id']));
  });
});

describe('names of fields', () => {
  const BLANK = ['must not have white space around it'];

  it('are refused with blanks around them, as a page that posts them never fills the field', async () => {
    const added = { name: ' email2', type: 'string', required: false };
    expect(detailsOf(await app.api.post(ofForm('fields'), added, any))).toEqual({ name: BLANK });
    const body = { name: 'x', validate_fields: true, notifications_enabled: true };
    const fields = [
      { name: 'b\t', type: 'string' },
      { name: ' B', type: 'string' },
    ];
    expect(detailsOf(await app.api.post('/v1/forms', { ...body, fields }))).toEqual({
      'fields.0.name': BLANK,
      'fields.1.name': [expect.stringMatching(/^must begin with a lower-case letter/)],
    });
    const other = await aForm(app.api, { fields: [TAKEN] });
    const address = `/v1/forms/${other.id}/fields/${other.fields[0]!.id}`;
    expect(detailsOf(await app.api.patch(address, { name: ' email ' }, any))).toEqual({ name: BLANK });
  });
});

describe('errors of the query', () => {
  it('are reported together with those of the body', async () => {
    const body = { name: '', colour: 'red' };
    const answer = await app.api.patch(`/v1/forms/${form.id}?dry_run=1`, body, { ifMatch: form.etag });
    expect(detailsOf(answer)).toEqual({
      dry_run: ['unknown query parameter: there are none here'],
      name: ['must not be empty'],
      colour: ['unknown property'],
    });
  });

  it('name the known parameters beside an unknown one', async () => {
    expect(detailsOf(await app.api.get('/v1/forms?colour=red&limit=0'))).toEqual({
      colour: [UNKNOWN_TO_FORMS],
      limit: ['must be a whole number from 1 to 50'],
    });
    expect(detailsOf(await app.api.get('/v1/capabilities?colour=red'))).toEqual({
      colour: ['unknown query parameter: there are none here'],
    });
  });

  it('say so when a parameter is repeated', async () => {
    expect(detailsOf(await app.api.get('/v1/forms?limit=5&limit=5&x=1&x=2'))).toEqual({
      limit: ['must be sent only once'],
      x: [UNKNOWN_TO_FORMS],
    });
  });

  it('hint at %2B when a + of a zone was decoded to a space', async () => {
    const details = detailsOf(await submissions('received_after=2026-11-20T21:26:00+01:00'));
    expect(details['received_after']).toEqual([expect.stringContaining('%2B')]);
    expect((await submissions('received_after=2026-11-20T21:26:00%2B01:00')).status).toBe(200);
    const other = detailsOf(await submissions('received_after=yesterday'));
    expect(other['received_after']).not.toEqual([expect.stringContaining('%2B')]);
  });
});

describe('a missing member', () => {
  it.each<[string, (api: Api) => Promise<Answer>, string[]]>([
    ['a form', (api) => api.post('/v1/forms', {}), ['name', 'validate_fields', 'notifications_enabled']],
    ['a field', (api) => api.post(`/v1/forms/${form.id}/fields`, {}, any), ['name', 'type']],
    ['an order', (api) => api.put(`/v1/forms/${form.id}/fields/reorder`, {}, any), ['order']],
    ['a draft', (api) => api.put(`/v1/forms/${form.id}/workflow/draft`, {}, any), ['definition']],
    ['a test', (api) => api.post(`/v1/forms/${form.id}/workflow/test`, {}, any), ['source']],
    ['a rollback', (api) => api.post(`/v1/forms/${form.id}/workflow/draft/restore`, {}, any), ['version']],
  ])('of %s is called required, and a wrong one is not', async (_, send, names) => {
    const details = detailsOf(await send(app.api));
    expect(details).toEqual(Object.fromEntries(names.map((name) => [name, ['is required']])));
  });

  it('that is sent as null is a wrong one', async () => {
    const body = { name: null, validate_fields: null, notifications_enabled: false };
    expect(detailsOf(await app.api.post('/v1/forms', body))).toEqual({
      name: ['must be a text'],
      validate_fields: ['must be true or false'],
    });
  });
});

describe('all errors of a body are named at once', () => {
  const NOT_UNIQUE = 'must not be the name of another field of the form';

  it('in settings: those in themselves, and those that refer to what the form does not have', async () => {
    const body = {
      page: { language: 'klingon', redirect_url: 'https://elsewhere.example/' },
      notifications: { reply_to_field: 'nobody', to: ['nobody'] },
    };
    expect(detailsOf(await app.api.patch(ofForm('settings'), body, any))).toEqual({
      'page.language': [expect.stringMatching(/^must be one of auto, /)],
      'page.redirect_url': [expect.stringMatching(/allowed origins of the form.*add its origin there/)],
      'notifications.to.0': ['must be an e-mail address'],
      'notifications.reply_to_field': ['must be the name of a field for texts'],
    });
  });

  it('once for each member, so that a wrong type is not a wrong reference too', async () => {
    const body = { page: { redirect_url: 5 }, notifications: { reply_to_field: {} } };
    expect(detailsOf(await app.api.patch(ofForm('settings'), body, any))).toEqual({
      'page.redirect_url': ['must be a full http or https address'],
      'notifications.reply_to_field': ['must be a text'],
    });
    expect(detailsOf(await app.api.patch(ofForm('settings'), { page: 5, notifications: null }, any))).toEqual({
      page: ['must be an object'],
      notifications: ['must be an object'],
    });
  });

  it('in a new field: a name that is taken and options beyond the limits of the service', async () => {
    const field = { name: TAKEN.name, type: 'file', required: 1, options: { max_files: 0 }, label: 5 };
    expect(detailsOf(await app.api.post(ofForm('fields'), field, any))).toEqual({
      name: [NOT_UNIQUE],
      required: ['must be true or false'],
      label: ['must be a text'],
      'options.max_files': [expect.stringContaining('the limit of the service')],
    });
  });

  it('in an edit of a field: a name that is taken, and a preset that does not fit', async () => {
    const other = await aForm(app.api, { fields: [TAKEN, { name: 'mail', type: 'string', validation: 'email' }] });
    const address = `/v1/forms/${other.id}/fields/${other.fields[1]!.id}`;
    const patch = (body: object) => app.api.patch(address, body, any);
    expect(detailsOf(await patch({ name: TAKEN.name, type: 'number', label: 5, colour: 'red' }))).toEqual({
      name: [NOT_UNIQUE],
      validation: ['must fit the type of the field: this preset is for texts'],
      label: ['must be a text'],
      colour: ['unknown property'],
    });
    expect(Object.keys(detailsOf(await patch({ type: 'text', validation: 'mail', options: 5 })))).toEqual(
      expect.arrayContaining(['type', 'validation', 'options']),
    );
  });

  it('in a new form: its origins, and the options of its file fields', async () => {
    const fields = [null, { name: 'cv', type: 'file', options: { max_bytes: 0 } }, { name: 'B', type: 'file' }];
    const body = { name: 'x', validate_fields: 1, notifications_enabled: true, allowed_origins: [5, 'a/b'], fields };
    expect(Object.keys(detailsOf(await app.api.post('/v1/forms', body))).sort()).toEqual([
      'allowed_origins.0',
      'allowed_origins.1',
      'fields.0',
      'fields.1.options.max_bytes',
      'fields.2.name',
      'validate_fields',
    ]);
  });

  it('in a manual test: the values of the fields', async () => {
    const body = { source: 'manual', fields: { [TAKEN.name]: 5 }, colour: 'red' };
    const answer = await app.api.post(ofForm('workflow/test'), body, any);
    expect(Object.keys(detailsOf(answer)).sort()).toEqual(['colour', `fields.${TAKEN.name}`]);
  });

  it('in a rollback: a version that there is not', async () => {
    const answer = await app.api.post(ofForm('workflow/draft/restore'), { version: 7, force: true }, any);
    expect(Object.keys(detailsOf(answer)).sort()).toEqual(['force', 'version']);
    expect(detailsOf(await app.api.post(ofForm('workflow/draft/restore'), { version: 'x' }, any))).toEqual({
      version: [expect.stringMatching(/^must be a whole number from 1 to /)],
    });
  });

  it('also where one of them is a text that cannot be stored', async () => {
    const settings = { page: { language: 'klingon' }, notifications: { to: ['\ud800@example.com'] } };
    expect(detailsOf(await app.api.patch(ofForm('settings'), settings, any))).toEqual({
      'page.language': [expect.stringMatching(/^must be one of /)],
      'notifications.to.0': ['must not contain half of a surrogate pair'],
    });
    const body = { name: 'a\0', colour: 'red', status: 'open', ['bad\0name']: 1 };
    expect(detailsOf(await app.api.patch(`/v1/forms/${form.id}`, body, any))).toEqual({
      body: ['has a member whose name must not contain the character U+0000'],
      name: ['must not contain the character U+0000'],
      colour: ['unknown property'],
      status: ['must be one of enabled, disabled'],
    });
  });
});

describe('the options of a field', () => {
  it.each(['string', 'number', 'date', 'boolean', 'array', 'file'])(
    'of type %s are an object or a list of texts, and an empty list is none',
    async (type) => {
      const own = await aForm(app.api, { fields: [TAKEN] });
      const add = (options: unknown) => app.api.post(`/v1/forms/${own.id}/fields`, { name: 'b', type, required: false, options }, any);
      expect(detailsOf(await add([1]))).toEqual({ 'options.0': ['must be a text'] });
      expect((await add([])).body.data.options).toBeNull();
    },
  );
});

describe('a body', () => {
  const put = (text: string): Promise<Answer> =>
    app.api.patch(`/v1/forms/${form.id}`, text, {
      ifMatch: form.etag,
      headers: { 'content-type': 'application/json' },
    });

  it('that is no JSON is told the line and column of the error, and never quoted', async () => {
    const answer = await put('{\n  "name": "é", }');
    expectError(answer, 'malformed_request');
    expect(answer.body.error!.message).toBe('The request body is not valid JSON: there is an error at line 2, column 16.');
    const submitted = await submit(app.api, { id: form.id }, '{"secret": }', { 'content-type': 'application/json' });
    expect(JSON.stringify(submitted.body)).not.toContain('secret');
  });

  it('that is too large is told the limit', async () => {
    const answer = await put(`{"name":"${'x'.repeat(300_000)}"}`);
    expectError(answer, 'payload_too_large');
    expect(answer.body.error!.message).toContain('at most 262144 bytes');
  });
});

describe('412', () => {
  it.each<[string, (etag: string) => string, RegExp]>([
    ['stale', (etag) => etag.replace(/\d+"$/, '999"'), /^The resource changed since it was read\./],
    ['weak', (etag) => `W/${etag}`, /^A weak ETag/],
    ['malformed', (etag) => `${etag}, x`, /malformed/],
    ['of another resource', () => '"w-019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f-1-0"', /another resource/],
  ])('says that the tag is %s', async (_, header, message) => {
    const answer = await app.api.patch(`/v1/forms/${form.id}`, { name: 'x' }, { ifMatch: header(form.etag) });
    expectError(answer, 'precondition_failed');
    expect(answer.body.error!.message).toMatch(message);
  });
});
