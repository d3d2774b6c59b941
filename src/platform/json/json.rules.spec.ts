import fc from 'fast-check';
import { sha256Of } from '../crypto/digests.rules';
import { fingerprintOf } from './json.rules';

describe('fingerprintOf', () => {
  it('is SHA-256 over canonical JSON, as in the example of RFC 8785', () => {
    const sent = '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"literals":[null,true,false]}';
    const canonical = '[{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}]';
    expect(fingerprintOf([JSON.parse(sent)])).toEqual(sha256Of(canonical));
  });

  it('does not depend on the order of members or the spelling of numbers and text', () => {
    const one = JSON.parse('{"b":[1.0,-0],"a":{"y":"\\u00e9","x":null}}') as unknown;
    const other = JSON.parse('{ "a": {"x": null, "y": "é"}, "b": [1, 0] }') as unknown;
    expect(fingerprintOf(['create', one])).toEqual(fingerprintOf(['create', other]));
  });

  it('sorts names by their UTF-16 units', () => {
    expect(fingerprintOf([{ '\ufb33': 1, '😀': 2, a: 3 }])).toEqual(sha256Of('[{"a":3,"😀":2,"\ufb33":1}]'));
  });

  it('depends on every part, on the order of lists and on types', () => {
    const parts = [['a', {}], ['a', null], ['b', {}], ['a', { x: [1, 2] }], ['a', { x: [2, 1] }], ['a', { x: ['1', '2'] }], ['a']];
    const prints = parts.map((part) => fingerprintOf(part).toString('hex'));
    expect(new Set(prints).size).toBe(parts.length);
  });

  it('tells half surrogate pairs from each other and from their replacement', () => {
    const prints = ['\ud800', '\ud801', '\udc00', '\ufffd'].map((text) => fingerprintOf([{ [text]: text }]).toString('hex'));
    expect(new Set(prints).size).toBe(4);
  });

  it('tells numbers beyond the doubles from null and from each other', () => {
    const bodies = ['{"b":1e400,"a":1}', '{"b":-1e400,"a":1}', '{"b":null,"a":1}'];
    const prints = bodies.map((body) => fingerprintOf([JSON.parse(body)]).toString('hex'));
    expect(new Set(prints).size).toBe(3);
    expect(fingerprintOf([JSON.parse('{"a":1,"b":1e999}')]).toString('hex')).toBe(prints[0]);
  });

  it('takes whatever JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(fingerprintOf([JSON.parse(text)])).toHaveLength(32);
      }),
    );
  });
});
