import type { ListedSubmission } from '../submission-list';
import { actionsFor, after, batchesOf } from './actions.rules';

const aRow = (members: object = {}): ListedSubmission =>
  ({ id: 'one', form_id: 'form', read_at: null, fields: {}, ...members }) as ListedSubmission;
const READ = aRow({ read_at: '2026-11-24T10:00:00.000Z' });
const HELD = aRow({ state: 'quarantined' });
const TRASHED = aRow({ state: 'quarantined', deleted_at: '2026-11-24T10:00:00.000Z' });

describe('what can be done to submissions', () => {
  it.each([
    ['an unread one', [aRow()], ['read', 'spam', 'delete']],
    ['a read one', [READ], ['unread', 'spam', 'delete']],
    ['a held one', [HELD], ['release', 'delete']],
    ['one in the trash', [TRASHED], ['restore', 'purge']],
    ['all of them', [aRow(), READ, HELD], ['read', 'unread', 'release', 'spam', 'delete']],
  ])('%s', (_name, rows, actions) => expect(actionsFor(rows)).toEqual(actions));
});

describe('a row after an action', () => {
  it('stays in its list as long as it fits the filters', () => {
    const isLeft = (action: Parameters<typeof after>[1], row: ListedSubmission, filters = '') =>
      after(row, action, new URLSearchParams(filters)) !== null;
    expect(isLeft('read', aRow())).toBe(true);
    expect(isLeft('read', aRow(), 'read_status=unread')).toBe(false);
    expect(isLeft('unread', READ, 'read_status=read')).toBe(false);
    expect(isLeft('spam', aRow())).toBe(false);
    expect(isLeft('spam', aRow(), 'state=all')).toBe(true);
    expect(isLeft('release', HELD, 'state=quarantined')).toBe(false);
    expect(isLeft('delete', aRow(), 'state=all')).toBe(false);
    expect(isLeft('restore', TRASHED, 'trash=only')).toBe(false);
    expect(isLeft('purge', TRASHED, 'trash=only')).toBe(false);
  });

  it('is read, unread or held', () => {
    expect(after(aRow(), 'read', new URLSearchParams())?.read_at).toMatch(/^\d{4}-/);
    expect(after(READ, 'read', new URLSearchParams())?.read_at).toBe(READ.read_at);
    expect(after(READ, 'unread', new URLSearchParams())?.read_at).toBeNull();
    expect(after(READ, 'spam', new URLSearchParams('state=all'))).toMatchObject({
      state: 'quarantined',
      spam_reasons: [{ check: 'marked' }],
    });
  });
});

describe('batches', () => {
  it('are one a form, of 200 at most', () => {
    const rows = Array.from({ length: 401 }, (_, index) => aRow({ id: `a${index}`, form_id: 'a' }));
    const batches = batchesOf([...rows, aRow({ id: 'b0', form_id: 'b' })]);
    expect(batches.map(({ form, ids }) => [form, ids.length])).toEqual([
      ['a', 200],
      ['a', 200],
      ['a', 1],
      ['b', 1],
    ]);
  });
});
