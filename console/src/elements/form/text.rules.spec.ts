import { fromJson, lineOf, parsed, shown } from './text.rules';

describe('values in inputs', () => {
  it.each([10000, '10000', 'DE', true, 'true', null, ['DE', 'FR'], '', '"', '{{ fields.a }}', 'two\nlines', '2026-11-20'])(
    'reads %j as it was written',
    (value) => expect(parsed(shown(value))).toEqual(value),
  );
});

describe('a JSON text', () => {
  const nested = (levels: number) => '[{"]":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);

  it('may be as deep as a request, and no deeper', () => {
    expect(fromJson(nested(32))).toEqual(JSON.parse(nested(32)));
    expect(() => fromJson(nested(34))).toThrow(new SyntaxError('It is nested deeper than 32 levels.'));
    expect(parsed(nested(200_000))).toBe(nested(200_000));
  });
});

describe('lines of a JSON text', () => {
  const text = JSON.stringify({ nodes: [{ id: 'a}"', config: { to: [], url: 'x' } }, { id: 'b' }], edges: [] }, null, 2);

  it.each([
    ['', 1],
    ['nodes.0.id', 4],
    ['nodes.0.config.url', 7],
    ['nodes.1', 10],
    ['nodes.0.config.subject', 5],
    ['edges', 14],
    ['nodes.1.id.0', 11],
    ['nodes.7', 2],
    ['elsewhere', 1],
  ])('finds %s on line %i', (path, line) => expect(lineOf(text, path.split('.'))).toBe(line));

  it('are found behind a value of any depth', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},\n"b":{"c":"}",\n"a":1}}`;
    expect(lineOf(deep, ['b', 'a'])).toBe(3);
    expect(lineOf(deep, ['a', ...Array.from({ length: 10 }, () => '0'), '1'])).toBe(1);
  });
});
