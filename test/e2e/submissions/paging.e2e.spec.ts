import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import { type Answer, type Api, untilServed } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { anEnabledForm, submit } from '../../support/forms';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await shareApp();
  other = await app.sibling();
});

/** Many submissions share a time, so that pages end between them. */
const moment = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 7))).toISOString();

/** All entries of a list, page by page, with alternating page sizes. */
async function pageThrough(api: Api, form: { id: string }, filter: string, sizes: number[]): Promise<SubmissionView[]> {
  const seen: SubmissionView[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
    const query = `limit=${sizes[turn % sizes.length]}${filter}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer: Answer<SubmissionView[]> = await api.get(`/v1/forms/${form.id}/submissions?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data.length).toBeGreaterThan(0);
    seen.push(...answer.body.data);
    cursor = (answer.body.meta as { next_cursor: string | null }).next_cursor;
  }
  return seen;
}

const isInOrder = (seen: SubmissionView[], isOldestFirst: boolean): boolean =>
  (isOldestFirst ? seen.toReversed() : seen).every(({ received_at, id }, n, rows) => {
    const before = rows[n - 1];
    return !before || before.received_at > received_at || (before.received_at === received_at && before.id > id);
  });

describe('paging through a list', () => {
  it('returns each remaining submission exactly once while others arrive, are deleted and are marked', async () => {
    const form = await anEnabledForm(app.api);
    const rows = Array.from({ length: 180 }, (_, n) => ({ received_at: moment(n), source: n % 2 ? 'api' : 'form_submit' }) as const);
    const seeded = await seedSubmissions(app.database, form, rows);
    const staying = seeded.filter((_, n) => n % 3 !== 0);
    const restless = seeded.filter((_, n) => n % 3 === 0);
    const path = (id: string) => `/v1/forms/${form.id}/submissions/${id}`;
    const walking = { isOver: false };

    const churn = async (api: Api, turn: number): Promise<void> => {
      for (let n = turn; !walking.isOver; n += 2) {
        const { id } = restless[(n * 13) % restless.length]!;
        await submit(api, form, { n });
        await api.patch(path(id), { read: n % 4 < 2 });
        if (n % 9 === 0) await api.delete(path(id));
      }
    };
    const staysHere = new Set(staying.map(({ id }) => id));
    const walks = async (api: Api, filter: string, isWanted: (row: { source: string }) => boolean): Promise<void> => {
      const expected = staying.filter(isWanted).map(({ id }) => id);
      for (const sizes of [[50], [7], [3, 20, 11], [1, 29]]) {
        const seen = await pageThrough(api, form, filter, sizes);
        const ids = seen.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(isInOrder(seen, filter.includes('oldest'))).toBe(true);
        expect(ids.filter((id) => staysHere.has(id)).sort()).toEqual([...expected].sort());
      }
    };
    const churning = [churn(app.api, 0), churn(other.api, 1)];
    await Promise.all([
      walks(app.api, '', () => true),
      walks(other.api, '', () => true),
      walks(app.api, '&read_status=unread', () => true),
      walks(other.api, '&source=api', ({ source }) => source === 'api'),
      walks(app.api, '&received_before=2026-01-02T00:00:00Z', () => true),
      walks(other.api, '&received_before=2026-01-02T00:00:00Z&order=oldest', () => true),
    ]);
    walking.isOver = true;
    await Promise.all(churning);
    await expectExactCounters(app, form);
  });

  it('returns nothing that arrived after the first page', async () => {
    const form = await anEnabledForm(app.api);
    const seeded = await seedSubmissions(app.database, form, Array<object>(9).fill({}));
    const first = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?limit=4`);
    await Promise.all(Array.from({ length: 10 }, () => untilServed(() => submit(app.api, form, { n: 1 }))));
    const cursor = (first.body.meta as { next_cursor: string }).next_cursor;
    const rest = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?cursor=${cursor}`);
    const seen = [...first.body.data, ...rest.body.data].map(({ id }) => id);
    expect(seen).toEqual(
      seeded
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('ends when the last page is full', async () => {
    const form = await anEnabledForm(app.api);
    await seedSubmissions(app.database, form, Array<object>(6).fill({}));
    const seen = await pageThrough(app.api, form, '', [3]);
    expect(seen).toHaveLength(6);
  });
});
