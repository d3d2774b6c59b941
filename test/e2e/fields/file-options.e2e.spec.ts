import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aField, aForm, etagOf } from '../../support/forms';

const MAX_FILES = 5;
const MAX_BYTES = 1_000_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ uploads: { maxFiles: MAX_FILES, maxFileBytes: MAX_BYTES, maxTotalBytes: 2_000_000 } });
});
afterAll(() => app.close());

const VALID = { max_files: MAX_FILES, max_bytes: MAX_BYTES, accept: ['.pdf', 'image/*'], hint: { any: 'thing' } };
const FAULTS: [string, object][] = [
  ['options.max_files', { max_files: MAX_FILES + 1 }],
  ['options.max_files', { max_files: 0 }],
  ['options.max_bytes', { max_bytes: MAX_BYTES + 1 }],
  ['options.max_bytes', { max_bytes: '5 MB' }],
  ['options.accept', { accept: [] }],
  ['options.accept.1', { accept: ['.pdf', '.exe'] }],
];
const UPLOAD = { name: 'cv', type: 'file', required: false };

describe('the options of a file field', () => {
  it('are kept when they narrow the limits of the service', async () => {
    const form = await aForm(app.api);
    expect(await aField(app.api, form, { ...UPLOAD, options: VALID })).toMatchObject({ options: VALID });
    const other = await aForm(app.api, { fields: [{ name: 'cv', type: 'file', options: VALID }] });
    expect(other.fields[0]).toMatchObject({ options: VALID });
  });

  it.each(FAULTS)('are refused at %s: %j', async (path, options) => {
    const form = await aForm(app.api);
    const create = { ...UPLOAD, options };
    const ifMatch = form.etag;
    expectFieldErrors(await app.api.post(`/v1/forms/${form.id}/fields`, create, { ifMatch }), path);
    const fields = [{ name: 'email', type: 'string' }, create];
    const body = { name: 'x', validate_fields: true, notifications_enabled: false, fields };
    expectFieldErrors(await app.api.post('/v1/forms', body), `fields.1.${path}`);
    const field = await aField(app.api, form, UPLOAD);
    const update = await app.api.patch(`/v1/forms/${form.id}/fields/${field.id}`, { options }, { ifMatch: await etagOf(app.api, form) });
    expectFieldErrors(update, path);
  });

  it('mean nothing to fields of other types until their type changes', async () => {
    const form = await aForm(app.api);
    const options = { max_files: 99 };
    const field = await aField(app.api, form, { options });
    const path = `/v1/forms/${form.id}/fields/${field.id}`;
    expectFieldErrors(await app.api.patch(path, { type: 'file' }, { ifMatch: '*' }), 'options.max_files');
    const both = await app.api.patch(path, { type: 'file', options: { max_files: 1 } }, { ifMatch: '*' });
    expect(both.status).toBe(200);
  });

  it('that were stored under higher limits do not stand in the way of other edits', async () => {
    const form = await aForm(app.api);
    const field = await aField(app.api, form, UPLOAD);
    await app.database.query(`update fields set options = '{"max_files": 99}' where id = $1`, [field.id]);
    const path = `/v1/forms/${form.id}/fields/${field.id}`;
    expect((await app.api.patch(path, { label: 'CV' }, { ifMatch: '*' })).status).toBe(200);
  });
});
