import { fromLines, lineOf, linesOf, parsed, shown } from './text.rules';

describe('values in inputs', () => {
  it.each([
    10000,
    '10000',
    'DE',
    true,
    'true',
    null,
    ['DE', 'FR'],
    '',
    '"',
    '{{ fields.a }}',
    'two\nlines',
    '2026-11-20',
  ])('reads %j as it was written', (value) => expect(parsed(shown(value))).toEqual(value));

  it('writes an object as lines, and reads them', () => {
    const object = { 'X-Token': '{{ secrets.A }}', tier: 'a: b', 'odd: "name"': 1, empty: '' };
    expect(fromLines(linesOf(object))).toEqual(object);
    expect(fromLines('X-Token: abc\n\n  mode : 1 ')).toEqual({ 'X-Token': 'abc', mode: 1 });
  });
});

describe('lines of a JSON text', () => {
  const text = JSON.stringify(
    { nodes: [{ id: 'a}"', config: { to: [], url: 'x' } }, { id: 'b' }], edges: [] },
    null,
    2,
  );

  it.each([
    ['', 1],
    ['nodes.0.id', 4],
    ['nodes.0.config.url', 7],
    ['nodes.1', 10],
    ['nodes.0.config.subject', 5],
    ['edges', 14],
  ])('finds %s on line %i', (path, line) => expect(lineOf(text, path.split('.'))).toBe(line));
});
