import { ifMatchError, ifMatchPasses, ifNoneMatchHits } from './etag.rules';

const FORM = 'f-019aa2c4-5f0e-7c3a-9d4e-000000000012';
const CURRENT = `"${FORM}-7"`;

describe('the error of an If-Match header', () => {
  it.each([
    [`"${FORM}-6"`, 'stale'],
    [`${FORM}-6`, 'stale'],
    [`"x", "${FORM}-6"`, 'stale'],
    [`W/"${FORM}-6"`, 'stale'],
    [`W/${CURRENT}`, 'weak'],
    [`W/"${FORM}-7-gzip"`, 'weak'],
    [`"${FORM}-6-gzip"`, 'stale'],
    ['"f-019aa2c4-5f0e-7c3a-9d4e-000000000013-7"', 'foreign'],
    ['"w-019aa2c4-5f0e-7c3a-9d4e-000000000012-7-0"', 'foreign'],
    ['"7"', 'foreign'],
    ['7', 'malformed'],
    [`"${FORM}-6`, 'malformed'],
    [Array(21).fill('"x"').join(', '), 'malformed'],
  ])('%s is %s', (header, error) => {
    expect(ifMatchError(header, CURRENT)).toBe(error);
  });
});

describe('a tag that a compressing proxy has changed', () => {
  const SUFFIXES = ['-gzip', '--gzip', ';gzip', ';gz', ':gzip', '-br', '--br', ';br', '-zstd', '-deflate', '-x-gzip', '-GZIP', '-gzip-br'];

  it.each(SUFFIXES)('still is the current one with %s', (suffix) => {
    const tag = `"${FORM}-7${suffix}"`;
    expect(ifMatchPasses(tag, CURRENT)).toBe(true);
    expect(ifMatchPasses(tag.slice(1, -1), CURRENT)).toBe(true);
    expect(ifMatchPasses(`"x", ${tag}`, CURRENT)).toBe(true);
    expect([ifMatchPasses(`W/${tag}`, CURRENT), ifMatchPasses(`W/${tag}`, CURRENT, true)]).toEqual([false, true]);
    expect([tag, `W/${tag}`, `"x",${tag}`].map((header) => ifNoneMatchHits(header, CURRENT))).toEqual([true, true, true]);
  });

  it.each(SUFFIXES)('still is an outdated one with %s', (suffix) => {
    const tag = `"${FORM}-6${suffix}"`;
    expect([ifMatchPasses(tag, CURRENT), ifNoneMatchHits(tag, CURRENT)]).toEqual([false, false]);
  });

  it.each(['gzip', '-gzipped', '-gzip-', '-7', '_gzip', '-gzip-gzip-gzip-gzip-gzip', '---gzip'])('is another one with %s', (suffix) => {
    expect(ifMatchPasses(`"${FORM}-7${suffix}"`, CURRENT)).toBe(false);
  });

  it('equals itself where it happens to end like one', () => {
    expect([ifNoneMatchHits('"l-x-br"', '"l-x-br"'), ifMatchPasses('"l-x-br-gzip"', '"l-x-br"')]).toEqual([true, true]);
  });
});
