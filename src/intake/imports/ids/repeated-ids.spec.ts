import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedIds } from './damaged-ids';
import { RepeatedIds } from './repeated-ids';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ids-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function found(rows: { id: string; content: string }[]): Promise<unknown[]> {
  const ids = new RepeatedIds(async () => folder);
  for (const [index, { id, content }] of rows.entries()) await ids.add(index + 2, id, content);
  await ids.compare();
  const all: unknown[] = [];
  for (let line = 2; line < rows.length + 2; line += 1) all.push((await ids.of(line)) ?? null);
  return all;
}

describe('ids of a file', () => {
  it('are found again with the line of the other row, with the same or with another content', async () => {
    const rows = ['a1', 'b1', 'a1', 'b2', 'c1', 'b1'].map(([id, content]) => ({ id: id!, content: content! }));
    expect(await found(rows)).toEqual([
      null,
      { isConflict: true, otherLine: 5 },
      { isConflict: false, otherLine: 2 },
      { isConflict: true, otherLine: 3 },
      null,
      { isConflict: true, otherLine: 3 },
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are found again where they do not fit into memory', async () => {
    const rows = Array.from({ length: 90_000 }, (_, n) => ({ id: `id ${n % 45_000}`, content: n === 89_999 ? 'other' : 'same' }));
    const all = await found(rows);
    expect((await readdir(folder)).length).toBeGreaterThan(60);
    expect(all.slice(0, 44_999).every((each) => each === null)).toBe(true);
    expect(all[44_999]).toEqual({ isConflict: true, otherLine: 90_001 });
    expect(all.slice(45_000, -1)).toEqual(Array.from({ length: 44_999 }, (_, n) => ({ isConflict: false, otherLine: n + 2 })));
    expect(all.at(-1)).toEqual({ isConflict: true, otherLine: 45_001 });
  });

  it('that all are the same are found again', async () => {
    const rows = Array.from({ length: 70_000 }, () => ({ id: 'x', content: 'y' }));
    const all = await found(rows);
    expect([all[0], all.filter((each) => each !== null)]).toEqual([
      null,
      Array.from({ length: 69_999 }, () => ({ isConflict: false, otherLine: 2 })),
    ]);
  });
});

describe('ids that look like damaged numbers', () => {
  const warningsOf = (...ids: string[]): string[] => {
    const damaged = new DamagedIds();
    for (const [index, id] of ids.entries()) damaged.see(id, index + 2);
    return damaged.warnings();
  };

  it.each([
    '5.12E+18',
    '5,12E+18',
    '1E5',
    '1e+05',
    '12345678901234567000',
    '1234567890123450000',
    '1234567890123450',
    '17.0',
    '####',
    '#N/A',
    '#REF!',
  ])('are told: %s', (id) =>
    expect(warningsOf('abc', '17', id)).toEqual([
      expect.stringContaining(`1 id looks like a number that a spreadsheet has rounded, such as "${id}" in line 4,`),
    ]),
  );

  it('are told with blanks around them, too', () => {
    expect(warningsOf(' 5.12E+18\u00a0')).toEqual([expect.stringContaining('such as "5.12E+18" in line 2,')]);
  });

  it.each([
    '',
    'abc',
    '17',
    '100000',
    'E5',
    '1E',
    'ab1E5',
    '1234567890123456789',
    '#17',
    '5.12',
    '018f6d0c-0000-7000-8000-000000000000',
    '9'.repeat(1_000),
  ])('are not those such as %s', (id) => expect(warningsOf(id)).toEqual([]));

  it('are not the few long ids among many that end with a zero', () => {
    expect(warningsOf(...Array.from({ length: 100 }, (_, n) => String(1_234_567_890_123_456n + BigInt(n))))).toEqual([]);
  });
});
