import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expectError, untilServed } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, etagOf, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const aFormWithFields = (api: Api = app.api): Promise<CreatedForm> =>
  aForm(api, { fields: ['a', 'b'].map((name) => ({ name, type: 'string' })) });

type Edit = (form: CreatedForm, ifMatch?: string, api?: Api) => Promise<Answer>;

const pathOf = ({ id }: CreatedForm) => `/v1/forms/${id}`;

/** Every operation that edits a form, with an edit that always has an effect. */
const EDITS: Record<string, Edit> = {
  'an edit of the form': (form, ifMatch, api = app.api) => api.patch(pathOf(form), { name: randomUUID() }, { ifMatch }),
  'a new field': (form, ifMatch, api = app.api) =>
    api.post(`${pathOf(form)}/fields`, { name: 'c', type: 'string', required: false }, { ifMatch }),
  'an edit of a field': (form, ifMatch, api = app.api) =>
    api.patch(`${pathOf(form)}/fields/${form.fields[0]!.id}`, { label: randomUUID() }, { ifMatch }),
  'a new order': (form, ifMatch, api = app.api) =>
    api.put(`${pathOf(form)}/fields/reorder`, { order: [form.fields[1]!.id, form.fields[0]!.id] }, { ifMatch }),
  'the end of a field': (form, ifMatch, api = app.api) => api.delete(`${pathOf(form)}/fields/${form.fields[1]!.id}`, { ifMatch }),
};
const EACH_EDIT = Object.entries(EDITS);

describe('a current ETag', () => {
  it.each(EACH_EDIT)('allows %s, which answers the next ETag', async (_, edit) => {
    const form = await aFormWithFields();
    const answer = await edit(form, form.etag);
    expect(answer.status).toBeLessThan(300);
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, etag: answer.etag });
  });

  it.each<[string, (etag: string) => string]>([
    ['a star', () => '*'],
    ['the last of twenty', (etag) => [...Array<string>(19).fill('"other"'), etag].join(', ')],
    ['a list with a weak one beside it', (etag) => `W/"x",${etag}`],
    ['a list with a tag that has a comma in it', (etag) => `"a,b", ${etag}`],
    ['a list with empty entries', (etag) => `, ,"x",,${etag} ,`],
    ['the tag with space around it', (etag) => `  ${etag} `],
    ['the tag without its quotes', (etag) => etag.slice(1, -1)],
  ])('may be sent as %s', async (_, header) => {
    const form = await aFormWithFields();
    expect((await EDITS['an edit of the form']!(form, header(form.etag))).status).toBe(200);
  });

  it('stays current while only submissions arrive', async () => {
    const form = await aFormWithFields();
    await app.database.query('update form_stats set submissions_count = 5, unread_count = 5 where form_id = $1', [form.id]);
    expect((await EDITS['a new field']!(form, form.etag)).status).toBe(201);
  });
});

describe('412', () => {
  it.each(EACH_EDIT)('refuses %s with a stale ETag', async (_, edit) => {
    const form = await aFormWithFields();
    await app.api.patch(pathOf(form), { name: 'Between' }, { ifMatch: form.etag });
    const before = await reload(app.api, form);
    expectError(await edit(form, form.etag), 'precondition_failed');
    expect(await reload(app.api, form)).toEqual(before);
  });

  it.each<[string, (form: CreatedForm, other: CreatedForm) => string]>([
    ['the tag of another form at the same revision', (_, other) => other.etag],
    ['the tag of a workflow', () => '"w-x-1-0"'],
    ['the bare revision', () => '"1"'],
    ['a weak tag', (form) => `W/${form.etag}`],
    ['a weak tag without quotes', (form) => `W/${form.etag.slice(1, -1)}`],
    ['the tag in upper case', (form) => form.etag.toUpperCase()],
    ['the beginning of the tag', (form) => `${form.etag.slice(0, -2)}"`],
    ['the tag with another behind it that is none', (form) => `${form.etag}, x`],
    ['the tag beside a star', (form) => `${form.etag}, *`],
    ['the tag among more than twenty', (form) => [...Array<string>(20).fill('"other"'), form.etag].join(',')],
    ['half its quotes', (form) => form.etag.slice(1)],
    ['a star in quotes', () => '"*"'],
    ['a comma', () => ','],
    ['the tag behind another without a comma', ({ etag }) => `"x" ${etag}`],
    ['the tag in the text of another', ({ etag }) => `"x,${etag.slice(1)}`],
    ['plain nonsense', () => 'nonsense \u00ff'],
  ])('never accepts %s', async (_, header) => {
    const [form, other] = [await aFormWithFields(), await aFormWithFields()];
    expectError(await EDITS['an edit of the form']!(form, header(form, other)), 'precondition_failed');
    expect(await etagOf(app.api, form)).toBe(form.etag);
  });
});

describe('428', () => {
  it.each(EACH_EDIT)('refuses %s without an ETag', async (_, edit) => {
    expectError(await edit(await aFormWithFields()), 'precondition_required');
  });

  it('accepts neither a date nor another header in place of If-Match', async () => {
    const form = await aFormWithFields();
    const headers = { 'if-unmodified-since': new Date().toUTCString(), 'if-none-match': '*', etag: form.etag };
    expectError(await app.api.patch(pathOf(form), { name: 'x' }, { headers }), 'precondition_required');
  });
});

describe('reads', () => {
  it('ignore If-Match and dates, and answer no Last-Modified', async () => {
    const form = await aFormWithFields();
    const headers = { 'if-match': '"other"', 'if-modified-since': 'Tue, 01 Jan 2999 00:00:00 GMT' };
    for (const path of [pathOf(form), `${pathOf(form)}/fields`, `${pathOf(form)}/workflow`]) {
      const answer = await app.api.get(path, { headers });
      expect([answer.status, answer.headers['last-modified']]).toEqual([200, undefined]);
    }
  });
});

describe('concurrent edits', () => {
  it('succeed exactly once out of fifty with the same ETag', async () => {
    const form = await aFormWithFields();
    const edits = Array.from({ length: 50 }, (_, n) => untilServed(() => EACH_EDIT[n % EACH_EDIT.length]![1](form, form.etag)));
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2 });
  });

  it('count each successful edit exactly once while others read and edit', async () => {
    const form = await aFormWithFields();
    const won: number[] = [];
    const editor = async (name: string): Promise<void> => {
      for (let edits = 0; edits < 5;) {
        const ifMatch = await etagOf(app.api, form);
        const edit = () => app.api.patch(pathOf(form), { name: `${name} ${edits}` }, { ifMatch });
        const answer = await untilServed(edit);
        if (answer.status === 200) edits = won.push(answer.body.data.revision) && edits + 1;
        else expectError(answer, 'precondition_failed');
      }
    };
    await Promise.all(['Ada', 'Bob', 'Cleo', 'Dan'].map(editor));
    expect(won.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    expect(await reload(app.api, form)).toMatchObject({ revision: 21 });
  });

  it('fail with 503 and Retry-After, without any effect, when the form stays locked', async () => {
    const form = await aFormWithFields();
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from forms where id = $1 for update', [form.id]);
    const answer = await EDITS['an edit of the form']!(form, form.etag);
    await holder.end();
    expectError(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
    expect(await etagOf(app.api, form)).toBe(form.etag);
  });
});

describe('behind a proxy that weakens ETags', () => {
  let proxied: Awaited<ReturnType<TestApp['sibling']>>;
  beforeAll(async () => {
    proxied = await app.sibling({ etagAcceptWeak: true });
  });
  afterAll(() => proxied.close());

  it('a service configured for it accepts a weakened ETag', async () => {
    const form = await aFormWithFields();
    const edit = EDITS['an edit of the form']!;
    const answer = await edit(form, `W/${form.etag}`, proxied.api);
    expect(answer.status).toBe(200);
    expectError(await edit(form, `W/${form.etag}`, proxied.api), 'precondition_failed');
  });
});
