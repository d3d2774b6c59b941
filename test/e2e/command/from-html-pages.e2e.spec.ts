import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormDefinition } from '../../../client/command/definition/definition.types';
import type { PageChange } from '../../../client/command/html/page-changes';
import { fieldNameOf } from '../../../src/fields/values/form-encoding.rules';
import { shareApp, type TestApp } from '../../support/app';
import { Website } from '../../support/command';
import { filledPage, type FilledForm } from '../../support/filled-page';
import { MULTIPART, multipartOf } from '../../support/files';
import { type CreatedForm, reload, setSettings, submit } from '../../support/forms';

const FOLDER = join(__dirname, 'pages');

interface Expected {
  words?: string[];
  form: string;
  settings?: object;
  origins?: string[];
}

/** By page, its fields in short: `name:type`, then `!` for required ones, `(preset)` and `[options]`. */
const EXPECTED = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<string, Expected>;
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.html'));

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

interface Found {
  definition: FormDefinition;
  changes: PageChange[];
  notes: { message: string }[];
}

/** Runs the command on a page of the folder. */
async function fromHtml(page: string): Promise<Found> {
  const website = new Website({ FORM_COLLECTION_URL: app.api.baseUrl });
  website.write(page, readFileSync(join(FOLDER, page), 'utf8'));
  const { code, stdout, stderr } = await website.run(['from-html', page, '--json', ...(EXPECTED[page]?.words ?? [])]);
  expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Found;
}

/** The page after the changes that the command prints. */
const changed = (text: string, changes: readonly PageChange[]): string =>
  changes.toReversed().reduce((page, { start, end, before, after }) => {
    expect(page.slice(start, end)).toBe(before);
    return page.slice(0, start) + after + page.slice(end);
  }, text);

/** Creates the form of a definition, as `apply` does. */
async function anAppliedForm({ settings, ...members }: FormDefinition): Promise<CreatedForm> {
  const created = await app.api.post<CreatedForm>('/v1/forms', members);
  expect(created.body).toMatchObject({ data: { fields: expect.any(Array) } });
  const form = created.body.data;
  if (settings) await setSettings(app.api, form, settings);
  const { etag } = await reload(app.api, form);
  expect((await app.api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: etag })).status).toBe(200);
  return form;
}

/** Sends a form as a browser does, from a page of the first allowed origin. */
function sendFilled(form: CreatedForm, { values, files, enctype }: FilledForm, origin: string | undefined) {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  if (enctype === 'multipart/form-data') return submit(app.api, form, multipartOf([...values, ...files]), { ...headers, ...MULTIPART });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return submit(app.api, form, new URLSearchParams(values).toString(), { ...headers, ...type });
}

/** The names of fields under which a browser has sent something. */
function namesOf({ values, files }: FilledForm, { settings }: FormDefinition): string[] {
  const sent = [...values.filter(([name, value]) => name !== '_gotcha' && value !== ''), ...files].map(([name]) => name);
  return sent.map((name) => (name === '_replyto' ? (settings!.notifications!['reply_to_field'] as string) : fieldNameOf(name)));
}

const short = ({ name, type, required, validation, options }: NonNullable<FormDefinition['fields']>[number]): string =>
  `${name}:${type}${required ? '!' : ''}${validation ? `(${validation})` : ''}${options ? JSON.stringify(options).replaceAll('"', '') : ''}`;

describe('a form that from-html makes of a page', () => {
  it.each(PAGES.filter((page) => EXPECTED[page]?.form !== ''))('takes all that a browser sends after the changes: %s', async (page) => {
    const { definition, changes } = await fromHtml(page);
    const { form: fields, settings, origins = [] } = EXPECTED[page] ?? { form: '' };
    expect(definition.fields!.map(short).join(' ')).toBe(fields);
    expect({ settings: definition.settings, origins: definition.allowed_origins }).toEqual({ settings, origins });
    const form = await anAppliedForm(definition);
    const action = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    const text = changed(readFileSync(join(FOLDER, page), 'utf8'), changes).replaceAll('FORM_ID', form.id);
    const filled = filledPage(text, action);
    expect(filled.method).toBe('post');
    const answer = await sendFilled(form, filled, definition.allowed_origins?.[0]);
    expect(answer.body).toMatchObject({ data: { id: expect.any(String) } });
    expect(answer.body.data).not.toHaveProperty('ignored_fields');
    const { id } = answer.body.data as { id: string };
    const stored = (await app.api.get<{ fields: object; files?: { field: string }[] }>(`/v1/forms/${form.id}/submissions/${id}`)).body.data;
    expect(stored).not.toHaveProperty('other_values');
    const kept = [...Object.keys(stored.fields), ...(stored.files ?? []).map(({ field }) => field)];
    expect(kept).toEqual(expect.arrayContaining(namesOf(filled, definition)));
  });
});
