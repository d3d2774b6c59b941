import fc from 'fast-check';
import { SearchIndexService } from '../../../src/submissions/lists/search-index.service';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import { startApp, type TestApp } from '../../support/app';
import { aForm, anEnabledForm, submit } from '../../support/forms';

const MANY = 2_500; // more than a search looks at before it uses the index

let app: TestApp;
let withoutIndex: Awaited<ReturnType<TestApp['sibling']>>;
beforeAll(async () => {
  app = await startApp();
  withoutIndex = await app.sibling({ searchIndex: 'off' });
});
afterAll(() => app.close());

/** Submits a text and resolves with the id of the submission. */
const send = async (form: { id: string }, text: string): Promise<string> => {
  const { status, body } = await submit(app.api, form, { text });
  expect(status).toBe(201);
  return (body.data as { id: string }).id;
};
const index = async (): Promise<void> => {
  while (await app.app.get(SearchIndexService).indexBatch());
};
const idsOf = async (form: { id: string }, query: Record<string, string>, api = app.api): Promise<string[]> => {
  const { body } = await api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?${new URLSearchParams(query).toString()}`);
  return body.data.map(({ id }) => id);
};
/** Stores newer submissions with the value `hay`, so that the others are beyond the first ones of a list. */
const bury = (form: { id: string }) =>
  app.database.query(
    `with f as (update form_stats set change_number = change_number + ${MANY} where form_id = $1 returning change_number)
     insert into submissions (id, form_id, source, fields, received_at, inserted_number, change_number)
     select gen_random_uuid(), $1, 'api', '{"text":"hay"}', now() + n * interval '1 ms', f.change_number - ${MANY} + n, f.change_number - ${MANY} + n
       from generate_series(1, ${MANY}) n, f`,
    [form.id],
  );

describe('the index of searches', () => {
  it('finds exactly what a search without it finds, whatever the values and the words', async () => {
    const form = await anEnabledForm(app.api);
    const text = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 3, maxLength: 12 });
    const texts = fc.sample(text, { numRuns: 60, seed: 7 });
    for (const value of texts) await submit(app.api, form, { text: value, [`name ${value.slice(0, 3)}`]: 1.5 });
    await bury(form);
    await index();
    for (const value of texts) {
      const from = value.length > 6 ? 2 : 0;
      const search = value.slice(from, from + 5).trim();
      if (search === '') continue;
      const query = { search, limit: '50' };
      const expected = await idsOf(form, query, withoutIndex.api);
      expect([search, await idsOf(form, query)]).toEqual([search, expected]);
    }
  });

  it('finds what is not yet in it, what was changed since, and nothing that was deleted', async () => {
    const form = await anEnabledForm(app.api);
    const first = await send(form, 'needle one');
    const second = await send(form, 'needle two');
    await bury(form);
    await index();
    const third = await send(form, 'needle three');
    expect(await idsOf(form, { search: 'NEEDLE' })).toEqual([third, second, first]);
    await app.api.patch(`/v1/forms/${form.id}/submissions/${first}`, { read: true });
    await app.api.delete(`/v1/forms/${form.id}/submissions/${second}`);
    expect(await idsOf(form, { search: 'needle', order: 'oldest' })).toEqual([first, third]);
    expect(await idsOf(form, { search: 'needle', read_status: 'unread' })).toEqual([third]);
    await index();
    expect(await idsOf(form, { search: 'needle' })).toEqual([third, first]);
    expect(await idsOf(form, { search: 'needle', trash: 'only' })).toEqual([second]);
    await app.api.delete(`/v1/forms/${form.id}/submissions/${second}?permanently=true`);
    expect(await app.database.query(`select from submission_texts where submission_id = $1`, [second])).toEqual([]);
  });

  it('has all submissions from before they had numbers, and those with large values', async () => {
    const form = await anEnabledForm(app.api);
    await app.database.query(
      `insert into submissions (id, form_id, source, fields, received_at)
       select gen_random_uuid(), $1, 'api', json_build_object('text', case when n = ${MANY} then 'needle' else repeat('hay', case when n < 9 then 30000 else 1 end) end),
         now() - n * interval '1 second' from generate_series(1, ${MANY}) n`,
      [form.id],
    );
    await index();
    expect(await app.database.query('select from submission_texts where form_id = $1', [form.id])).toHaveLength(MANY);
    expect(await idsOf(form, { search: 'needle' })).toHaveLength(1);
  });

  it('looks at more than the first ones of a list in one request, and goes on with the next page', async () => {
    const form = await anEnabledForm(app.api);
    const ids: string[] = [];
    for (let n = 1; n <= 3; n += 1) ids.unshift(await send(form, `needle ${n}`));
    await bury(form);
    await index();
    const path = `/v1/forms/${form.id}/submissions?search=needle&limit=2`;
    const first = (await app.api.get<SubmissionView[]>(path)).body as any;
    const rest = (await app.api.get<SubmissionView[]>(`${path}&cursor=${first.meta.next_cursor}`)).body as any;
    expect([...first.data, ...rest.data].map(({ id }: SubmissionView) => id)).toEqual(ids);
    expect(rest.meta).toMatchObject({ next_cursor: null, searched_to: null });
  });

  it('has every submission of clients that send at once while it is filled', async () => {
    const form = await anEnabledForm(app.api);
    await bury(form);
    let isSending = true;
    const filling = (async () => {
      while (isSending) await app.app.get(SearchIndexService).indexBatch();
    })();
    const sent = await Promise.all(Array.from({ length: 60 }, (_, n) => send(form, `needle ${n}`)));
    isSending = false;
    await filling;
    await index();
    const { rows } = {
      rows: await app.database.query<{ id: string }>('select submission_id as id from submission_texts where form_id = $1', [form.id]),
    };
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(sent));
  });

  it('is emptied where the setting turns it off, and filled again later', async () => {
    const form = await aForm(app.api);
    await bury(form);
    await index();
    while (await withoutIndex.app.get(SearchIndexService).indexBatch());
    expect(await app.database.query('select from submission_texts limit 1')).toEqual([]);
    expect(await idsOf(form, { search: 'hay', limit: '1' })).toHaveLength(1);
    await index();
    expect(await app.database.query('select from submission_texts where form_id = $1', [form.id])).toHaveLength(MANY);
  });
});

/** Letters whose notations differ, and characters that JSON, `like` and regular expressions escape. */
const LETTERS = [
  ...'aAeEsStThHoß ÆæþéÉÅ%_\\"1.5-@\n',
  'e\u0301',
  '\u0323',
  'ё',
  'Ж',
  'ж',
  'が',
  '\u304b\u3099',
  '한',
  '\u1112\u1161\u11ab',
  'İ',
  'ı',
  'ﬁ',
  '\u212a',
  '😀',
];
