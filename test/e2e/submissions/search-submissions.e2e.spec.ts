import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Answer } from '../../support/api';
import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

interface Meta {
  next_cursor: string | null;
  searched_to: string | null;
}
const list = async (form: { id: string }, query: Record<string, string>) => {
  const answer = await app.api.get(`/v1/forms/${form.id}/submissions?${new URLSearchParams(query).toString()}`);
  return answer as Answer<SubmissionView[]> & { body: { meta: Meta } };
};

describe('search', () => {
  const VALUES: Record<string, object> = {
    plain: { name: 'Ada Lovelace', email: 'ada@example.com' },
    accents: { name: 'ÅSA MÜLLER' },
    number: { amount: 1234.5, big: 1e21 },
    boolean: { newsletter: true, other: null },
    list: { tags: ['red', 'green'], nested: { deep: ['blue'] } },
    notation: { text: 'say "hi", {ok}: [a\\b]\nnext' },
    wild: { text: '100% _x.y* (z)' },
    escape: { text: 'tab\there \u0001end' },
    ends: { text: 'backslash\\', next: 'x' },
    lines: { text: 'line one\r\nline two' }, // as browsers send it
    kelvin: { text: '300 \u212a' }, // whose lower case is an ASCII letter
    composed: { text: 'Chlo\u00e9 Nguy\u1ec5n, \ud55c\uae00' },
    decomposed: { text: 'CHLOE\u0301 Nguye\u0302\u0303n, \u1112\u1161\u11ab\u1100\u1173\u11af' },
    halfComposed: { text: 'Nguy\u00ea\u0303n' },
    letters: { text: 'Straße in Łódź, Æther, Ελλάς, ёлка, が' },
    marks: { text: 'x\u0302\u0301 \u0301"\u0301 o\u0302\u0302\u0302\u0302\u0302' },
  };
  let form: { id: string };
  let names: Map<string, string>;
  beforeAll(async () => {
    form = await aForm(app.api);
    const rows = Object.keys(VALUES).map((_, n) => ({
      received_at: new Date(Date.UTC(2026, 0, 31, 12, n)).toISOString(),
    }));
    const seeded = await seedSubmissions(app.database, form, rows);
    names = new Map(seeded.map(({ id }, n) => [id, Object.keys(VALUES)[n]!]));
    for (const [id, name] of names) {
      const values = [JSON.stringify(VALUES[name]), id];
      await app.database.query(`update submissions set fields = $1 where id = $2`, values);
    }
  });

  it.each<[string, string[]]>([
    ['ada', ['plain']],
    ['LOVE', ['plain']],
    ['  lovelace ', ['plain']],
    ['a l', ['plain', 'accents', 'ends', 'letters']],
    ['"a l"', ['plain']],
    ['lovelace EXAMPLE.com', ['plain']],
    ['„lovelace ada“', []],
    ['«da  love»', ['plain']],
    ['ada nobody', []],
    ['muller ASA', ['accents']],
    ['"asa müller"', ['accents']],
    ['strasse', ['letters']],
    ['STRAßE', ['letters']],
    ['lodz aether', ['letters']],
    ['ÆTHER', ['letters']],
    ['ΕΛΛας', ['letters']],
    ['елка', ['letters']],
    ['が', ['letters']],
    ['か', []],
    ['""', []],
    ['"end', []],
    ['åsa', ['accents']],
    ['müller', ['accents']],
    ['1234.5', ['number']],
    ['34.', ['number']],
    ['e+2', ['number']],
    ['true', []],
    ['null', []],
    ['green', ['list']],
    ['blue', ['list']],
    ['newsletter', []],
    ['email', []],
    ['red","green', []],
    ['","', ['notation', 'composed', 'decomposed', 'letters']], // a comma as a phrase
    ['":"', ['notation']],
    ['say "hi"', ['notation']],
    ['{ok}: [', ['notation']],
    ['a\\b', ['notation']],
    ['b\\n', []],
    ['0001', []],
    ['\\"', []],
    ['\\', ['notation', 'ends']],
    ['%', ['wild']],
    ['x.y*', ['wild']],
    ['xay', []],
    ['(z)', ['wild']],
    ['_X', ['wild']],
    ['0% _', ['wild']],
    ['q_', []],
    ['300 \u212a', ['kelvin']],
    [']\nNEXT', ['notation']],
    ['tab\there', ['escape']],
    ['here \u0001', ['escape']],
    ['line one\nline two', ['lines']],
    ['line one\r\nline two', ['lines']],
    ['chlo\u00e9', ['composed', 'decomposed']],
    ['chloe\u0301', ['composed', 'decomposed']],
    ['CHLO\u00c9 NGUY\u1ec4N', ['composed', 'decomposed']],
    ['nguye\u0302\u0303n', ['composed', 'decomposed', 'halfComposed']],
    ['nguy\u00ea\u0303n', ['composed', 'decomposed', 'halfComposed']],
    ['\ud55c\uae00', ['composed', 'decomposed']],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', ['composed', 'decomposed']],
    ['X\u0302\u0301', ['plain', 'notation', 'wild', 'ends', 'marks']],
    ['"\u0301', ['notation', 'marks']],
    ['\u0301', ['decomposed', 'marks']],
    ['\u00f4\u0302\u0302\u0302\u0302 x\u0302', ['plain', 'notation', 'marks']],
    ['a\u030asa', ['accents']],
    ['mu\u0308ller', ['accents']],
  ])('finds values that contain %j, but neither names nor notation', async (search, expected) => {
    const { body } = await list(form, { search });
    expect(body.data.map(({ id }) => names.get(id)).reverse()).toEqual(expected);
    expect(body.meta).toEqual({ next_cursor: null, searched_to: null });
  });

  it('looks only at the values of one field where that is asked for, also of one that the form does not have', async () => {
    const found = async (query: Record<string, string>) => (await list(form, query)).body.data.map(({ id }) => names.get(id));
    expect(await found({ search: 'ada', search_field: 'email' })).toEqual(['plain']);
    expect(await found({ search: 'lovelace', search_field: 'email' })).toEqual([]);
    expect(await found({ search: 'ada lovelace', search_field: 'name' })).toEqual(['plain']);
    expect(await found({ search: 'blue', search_field: 'nested' })).toEqual(['list']);
    expect(await found({ search: 'green', search_field: 'tags' })).toEqual(['list']);
    expect(await found({ search: '1234.5', search_field: 'amount' })).toEqual(['number']);
    expect(await found({ search: 'ada', search_field: 'no such field' })).toEqual([]);
    const stray = await submit(app.api, await anEnabledForm(app.api, { fields: [{ name: 'name', type: 'string' }] }), {
      name: 'Cy',
      'my box': 'Ada',
    });
    expect(stray.status).toBe(201);
    const path = (field: string) => `/v1/submissions?search=ada&search_field=${field}`;
    expect((await app.api.get<SubmissionView[]>(path('my%20box'))).body.data.map(({ other_values: others }) => others)).toEqual([
      { 'my box': 'Ada' },
    ]);
  });

  it('finds in one value and in another, under names of fields and of none', async () => {
    const other = await anEnabledForm(app.api, { fields: [{ name: 'name', type: 'string' }] });
    await submit(app.api, other, { name: 'Zoë', box: 'Quux' });
    expect((await list(other, { search: 'quux zoe' })).body.data).toHaveLength(1);
    expect((await list(other, { search: 'quux zoe third' })).body.data).toHaveLength(0);
  });

  it('combines with the other filters', async () => {
    expect((await list(form, { search: 'ada', read_status: 'read' })).body.data).toEqual([]);
    expect((await list(form, { search: 'ada', has_files: 'false', state: 'all' })).body.data).toHaveLength(1);
    expect((await list(form, { search: 'ada', has_files: 'true' })).body.data).toEqual([]);
  });

  it.each([
    [{ search: '' }, 'search'],
    [{ search: '  ' }, 'search'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ search: 'a\0b' }, 'search'],
    [{ has_files: 'maybe' }, 'has_files'],
    [{ delivery: 'delivered' }, 'delivery'],
  ])('refuses %j', async (query, path) => {
    expectFieldErrors(await list(form, query), path);
  });
});

describe('a search in many submissions', () => {
  const AT = Date.UTC(2026, 0, 31, 12);
  let form: { id: string };
  beforeAll(async () => {
    form = await aForm(app.api);
    for (let from = 1; from <= 24_001; from += 5_000)
      await app.database.query(
        `insert into submissions (id, form_id, source, fields, received_at)
         select (to_char(n, 'FM00000000') || '-0000-7000-8000-000000000000')::uuid, $1, 'api',
           json_build_object('text', case when n in (2, 20001, 20002, 24000) then 'needle' else 'hay' end),
           $2::timestamptz - n * interval '1 second'
         from generate_series($3::int, $4::int) n`,
        [form.id, new Date(AT).toISOString(), from, Math.min(from + 4_999, 24_001)],
      );
  });
  const nOf = ({ id }: { id: string }): number => Number(id.slice(0, 8));
  const at = (n: number): string => new Date(AT - n * 1000).toISOString();

  it.each(['one form', 'all forms'])('looks at 20,000 for a request, tells how far it is, and goes on: %s', async (scope) => {
    const path = scope === 'one form' ? `/v1/forms/${form.id}/submissions?` : `/v1/submissions?form=${form.id}&`;
    const read = async (query: string) =>
      (await app.api.get<SubmissionView[]>(`${path}search=NEEDLE${query}`)) as Answer<SubmissionView[]> & {
        body: { meta: Meta };
      };
    const first = (await read('')).body;
    expect([first.data.map(nOf), first.meta.searched_to]).toEqual([[2], at(20_000)]);
    const rest = (await read(`&cursor=${first.meta.next_cursor}`)).body;
    expect([rest.data.map(nOf), rest.meta]).toMatchObject([[20001, 20002, 24000], { next_cursor: null, searched_to: null }]);
    const full = (await read(`&cursor=${first.meta.next_cursor}&limit=2`)).body;
    expect([full.data.map(nOf), full.meta.searched_to]).toEqual([[20001, 20002], at(20_002)]);
    const last = (await read(`&cursor=${full.meta.next_cursor}&limit=2`)).body;
    expect([last.data.map(nOf), last.meta.next_cursor]).toEqual([[24000], null]);
  });

  it('does the same from the oldest on', async () => {
    const query = { search: 'needle', order: 'oldest', limit: '2' };
    const first = (await list(form, query)).body;
    expect([first.data.map(nOf), first.meta.searched_to]).toEqual([[24000, 20002], at(20_002)]);
    const second = (await list(form, { ...query, cursor: first.meta.next_cursor! })).body;
    expect([second.data.map(nOf), second.meta.searched_to]).toEqual([[20001, 2], at(2)]);
    const last = (await list(form, { ...query, cursor: second.meta.next_cursor! })).body;
    expect([last.data.map(nOf), last.meta]).toEqual([[], { next_cursor: null, searched_to: null }]);
  });

  it('may answer an empty page that is not the last', async () => {
    const { body } = await list(form, { has_files: 'true' });
    expect(body).toMatchObject({ data: [], meta: { next_cursor: expect.any(String), searched_to: at(20_000) } });
    const rest = await list(form, { has_files: 'true', cursor: body.meta.next_cursor! });
    expect(rest.body).toMatchObject({ data: [], meta: { next_cursor: null, searched_to: null } });
  });
});

describe('the ETag of a list', () => {
  it.each(['/v1/submissions', '/v1/forms/$form/submissions'])(
    'is that of the same answer, whose cursor may differ: %s',
    async (template) => {
      const form = await anEnabledForm(app.api);
      for (const n of [1, 2, 3]) await submit(app.api, form, { n });
      const path = `${template.replace('$form', form.id)}?limit=2`;
      const first = await app.api.get(path);
      expect(first.etag).toMatch(/^"l-[\w-]{43}"$/);
      const same = await app.api.get(path, { headers: { 'if-none-match': first.etag } });
      expect({ status: same.status, body: same.body, etag: same.etag }).toEqual({
        status: 304,
        body: '',
        etag: first.etag,
      });
      const [newest] = first.body.data as SubmissionView[];
      await app.api.patch(`/v1/forms/${form.id}/submissions/${newest!.id}`, { read: true });
      const changed = await app.api.get(path, { headers: { 'if-none-match': first.etag } });
      expect(changed.status).toBe(200);
      expect(changed.etag).not.toBe(first.etag);
    },
  );

  it('changes when a next page comes into being, as by an import of something old', async () => {
    const form = await anEnabledForm(app.api);
    for (const n of [1, 2]) await submit(app.api, form, { n });
    const path = `/v1/forms/${form.id}/submissions?limit=2`;
    const before = await app.api.get(path);
    const file = Buffer.from(JSON.stringify({ fields: { n: 0 }, received_at: '2020-01-01T00:00:00Z' }));
    await app.api.post(`/v1/forms/${form.id}/submissions/import?unknown=keep`, file, {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const after = await app.api.get(path, { headers: { 'if-none-match': before.etag } });
    expect(after).toMatchObject({ status: 200, body: { data: before.body.data } });
    expect(after.body).toHaveProperty('meta.next_cursor', expect.any(String));
  });
});
