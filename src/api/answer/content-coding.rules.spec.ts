import fc from 'fast-check';
import { codingFor, type ContentCoding } from './content-coding.rules';

describe('the coding of an answer', () => {
  it.each<[string | undefined, ContentCoding, ContentCoding]>([
    [undefined, 'identity', 'identity'],
    ['', 'identity', 'identity'],
    [' ', 'identity', 'identity'],
    ['identity', 'identity', 'identity'],
    ['gzip', 'gzip', 'gzip'],
    ['GZIP', 'gzip', 'gzip'],
    ['x-gzip', 'gzip', 'gzip'],
    ['br', 'br', 'identity'],
    ['*', 'br', 'gzip'],
    ['gzip, deflate, br, zstd', 'br', 'gzip'],
    ['gzip,br', 'br', 'gzip'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['deflate, zstd', 'identity', 'identity'],
    ['br;q=0.5, gzip', 'gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br', 'gzip'],
    ['gzip;q=0', 'identity', 'identity'],
    ['gzip;q=0.000, br', 'br', 'identity'],
    ['br;q=0, *', 'gzip', 'gzip'],
    ['gzip;q=0, br;q=0, *', 'identity', 'identity'],
    ['gzip ; q=0.001', 'gzip', 'gzip'],
    ['identity, gzip;q=0.5', 'identity', 'identity'],
    ['identity;q=0.5, gzip;q=0.1', 'identity', 'identity'],
    ['identity;q=0.5, gzip', 'gzip', 'gzip'],
    ['identity;q=0, gzip', 'gzip', 'gzip'],
    ['*;q=0.5, identity', 'identity', 'identity'],
    ['identity;q=0, *', 'br', 'gzip'],
    // Nothing is acceptable, so the answer stays uncompressed.
    ['identity;q=0', 'identity', 'identity'],
    ['*;q=0', 'identity', 'identity'],
    ['identity;q=0, zstd', 'identity', 'identity'],
  ])('for %j is %s of a file, and %s of what is compressed as it is answered', (header, ofFile, ofText) => {
    expect([codingFor(header, ['br', 'gzip']), codingFor(header, ['gzip'])]).toEqual([ofFile, ofText]);
  });

  it('is found for whatever a client sends', () => {
    const part = fc.constantFrom('gzip', 'br', 'identity', '*', 'x', ';', 'q', '=', '0', '1', '.', ',', ' ', '\t', '"', '-', '\u00ff');
    const headers = fc.oneof(
      fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(fc.property(headers, (header) => expect(['br', 'gzip', 'identity']).toContain(codingFor(header, ['br', 'gzip']))));
  });
});
