import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type * as List from '../src/list';
import type { Page } from '../src/list';
import type * as Stores from '../src/store';

/** Bundled as the page has it. */
function loadList(): typeof List & typeof Stores {
  const folder = mkdtempSync(join(tmpdir(), 'list-'));
  const outfile = join(folder, 'list.cjs');
  const stdin = { contents: `export * from '../src/list'; export * from '../src/store';`, resolveDir: __dirname };
  buildSync({ stdin, outfile, bundle: true, format: 'cjs', logLevel: 'error' });
  const list = createRequire(__filename)(outfile) as typeof List & typeof Stores;
  rmSync(folder, { recursive: true });
  return list;
}
const { TimedList, watch } = loadList();

interface Row {
  id: string;
  at: string;
}
const rows = (...numbers: number[]): Row[] => numbers.map((number) => ({ id: `r${number}`, at: String(number) }));
const aPage = (data: Row[], next: string | null, searched: number | null = null): Page<Row> => ({
  data,
  meta: { next_cursor: next, searched_to: searched === null ? null : String(searched) },
});
const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** A list over pages that are answered one after the other. */
const aList = (...pages: (Page<Row> | undefined)[]) => listOver(pages, false);
const oldestFirst = (...pages: (Page<Row> | undefined)[]) => listOver(pages, true);

function listOver(pages: (Page<Row> | undefined)[], isOldestFirst: boolean) {
  const cursors: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    cursors.push(cursor);
    return Promise.resolve(pages.shift());
  };
  const list = new TimedList<Row>(read, ({ at }) => at, isOldestFirst);
  return { list, cursors, seen: () => list.items.map(({ at }) => Number(at)) };
}

describe('a list that is read newest first', () => {
  it('puts what has arrived on top and keeps the older rows', async () => {
    const { list, seen } = aList(
      aPage(rows(...numbers(60, 41)), 'a'),
      aPage(rows(...numbers(40, 21)), 'b'),
      aPage(rows(...numbers(61, 42)), 'c'),
    );
    await list.begin();
    await list.older();
    await list.refresh();
    expect(seen()).toEqual(numbers(61, 21));
    expect([...list.arrived]).toEqual(['r61']);
  });

  it('begins anew when more has arrived than fits a page', async () => {
    const { list, seen } = aList(aPage(rows(...numbers(60, 41)), 'a'), aPage(rows(...numbers(99, 80)), 'b'));
    await list.begin();
    await list.refresh();
    expect(seen()).toEqual(numbers(99, 80));
  });

  it('takes rows away that the first page does not have any more', async () => {
    const { list, seen } = aList(aPage(rows(...numbers(40, 21)), 'a'), aPage(rows(...numbers(40, 31), ...numbers(29, 20)), 'b'));
    await list.begin();
    await list.refresh();
    expect(seen()).toEqual([...numbers(40, 31), ...numbers(29, 20)]);
  });

  it('keeps what a search has found further down, also when it finds nothing on its first page', async () => {
    const { list, cursors, seen } = aList(
      aPage([], 'a', 80),
      aPage(rows(55), 'b', 50),
      aPage([], null),
      aPage([], 'c', 81),
      aPage(rows(90), 'd', 82),
    );
    const drawn = new Set<string>();
    const end = watch(() => list.isRead && drawn.add(seen().join()));
    await Promise.all([list.begin(), list.begin()]); // as one reading
    end();
    expect(cursors).toEqual([undefined, 'a', 'b']);
    expect([...drawn]).toEqual(['', '55']);
    await list.refresh();
    expect(seen()).toEqual([55]);
    await list.refresh();
    expect(seen()).toEqual([90, 55]);
    expect(list.hasOlder).toBe(false);
  });

  it('does not take an answer for news that is older than a change', async () => {
    const { list, seen } = aList(aPage(rows(3, 2, 1), null), aPage(rows(3, 2, 1), null), aPage(rows(3, 1), null));
    await list.begin();
    const refreshed = list.refresh();
    list.change((row) => (row.id === 'r2' ? null : row));
    expect(await refreshed).toBe(false);
    expect(seen()).toEqual([3, 1]);
    expect(await list.refresh()).toBe(true);
  });
});

describe('a list that is read oldest first', () => {
  const upTo = (from: number, to: number) => numbers(to, from).reverse();

  it('reads its last page again, and puts what has arrived below', async () => {
    const { list, cursors, seen } = oldestFirst(
      aPage(rows(...upTo(10, 39)), 'a'),
      aPage(rows(...upTo(40, 60)), null),
      aPage(rows(...upTo(41, 62)), null),
    );
    await list.begin();
    await list.older();
    await list.refresh();
    expect(cursors).toEqual([undefined, 'a', 'a']);
    expect(seen()).toEqual([...upTo(10, 39), ...upTo(41, 62)]);
    expect([...list.arrived]).toEqual(['r61', 'r62']);
  });

  it('goes on where its last page has become full', async () => {
    const { list, cursors, seen } = oldestFirst(
      aPage(rows(...upTo(10, 20)), null),
      aPage(rows(...upTo(10, 40)), 'a'),
      aPage(rows(41), null),
    );
    await list.begin();
    expect(list.hasOlder).toBe(false);
    await list.refresh();
    await list.older();
    expect(cursors).toEqual([undefined, undefined, 'a']);
    expect(seen()).toEqual(upTo(10, 41));
  });

  it('does not take an answer for news that is older than the page after it', async () => {
    const { list, seen } = oldestFirst(aPage(rows(...upTo(10, 39)), 'a'), aPage(rows(...upTo(10, 39)), 'a'), aPage(rows(40), null));
    await list.begin();
    const refreshed = list.refresh();
    await list.older();
    await refreshed;
    expect(seen()).toEqual(upTo(10, 40));
  });
});
