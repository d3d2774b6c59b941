import fc from 'fast-check';
import { isJsonDocument, collectTexts, MAX_PAIRS, parseUrlencoded } from './form-encoding.rules';

function formOf(body: string) {
  const result = parseUrlencoded(body);
  if (!('form' in result)) throw new Error(`refused as ${result.error}`);
  return { texts: Object.fromEntries(result.form.texts), lists: [...result.form.lists] };
}

describe('a urlencoded body', () => {
  it.each<[body: string, texts: Record<string, string[]>]>([
    ['', {}],
    ['&&&', {}],
    ['a=1', { a: ['1'] }],
    ['a=1&b=2', { a: ['1'], b: ['2'] }],
    ['&a=1&&b=2&', { a: ['1'], b: ['2'] }],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['=1', { '': ['1'] }],
    ['a=1=2', { a: ['1=2'] }],
    ['a=x+y%20z%2B', { a: ['x y z+'] }],
    ['first+name=x', { 'first name': ['x'] }],
    ['a%26b=%3D', { 'a&b': ['='] }],
    ['a=%C3%A9%F0%9F%98%80', { a: ['é😀'] }],
    ['a=é', { a: ['é'] }],
    ['a=%00', { a: ['\0'] }],
    ['a=%0D%0A', { a: ['\r\n'] }],
    ['a=1&a=2&a=1', { a: ['1', '2', '1'] }],
    ['a=1;b=2', { a: ['1;b=2'] }],
    ['a[b]=1', { 'a[b]': ['1'] }],
    ['a[1000]=1', { 'a[1000]': ['1'] }],
    ['a[-1]=1', { 'a[-1]': ['1'] }],
    ['a[0]x=1', { 'a[0]x': ['1'] }],
    ['[]=1', { '[]': ['1'] }],
    ['[0]=1', { '[0]': ['1'] }],
    ['a[][b]=1', { 'a[][b]': ['1'] }],
    ['a.b=1', { 'a.b': ['1'] }],
    ['constructor=1&toString=2', { constructor: ['1'], toString: ['2'] }],
  ])('%j is read as %j', (body, texts) => {
    expect(formOf(body)).toEqual({ texts, lists: [] });
  });

  it.each<[body: string, texts: string[]]>([
    ['tags[]=a', ['a']],
    ['tags%5B%5D=a', ['a']],
    ['tags[]=a&tags[]=b', ['a', 'b']],
    ['tags=a&tags[]=b', ['a', 'b']],
    ['tags[]=a&tags=b', ['a', 'b']],
    ['tags[0]=a', ['a']],
    ['tags[1]=a&tags[0]=b&tags[999]=c', ['a', 'b', 'c']],
    ['tags%5B0%5D=a&tags[]=b', ['a', 'b']],
  ])('%j is read as a list', (body, texts) => {
    expect(formOf(body)).toEqual({ texts: { tags: texts }, lists: ['tags'] });
  });

  it('keeps the brackets before the last ones in the name', () => {
    expect(formOf('a[b][0]=x&a[b][1]=y&a[0][]=z')).toEqual({ texts: { 'a[b]': ['x', 'y'], 'a[0]': ['z'] }, lists: ['a[b]', 'a[0]'] });
  });

  it('changes no prototype, whatever the names are', () => {
    const result = parseUrlencoded('__proto__=1&__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect('form' in result && [...result.form.texts.keys()]).toEqual([
      '__proto__',
      '__proto__[polluted]',
      'constructor[prototype][polluted]',
    ]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it.each(['a=%', 'a=%4', 'a=%zz', '%=1', 'a=%u00e9', 'a=1&b=%', 'a=%E9', 'a=%C3', 'a=%C0%80', 'a=%ED%A0%80', 'a=%F5%80%80%80', 'a=%FF'])(
    '%j is malformed',
    (body) => {
      expect(parseUrlencoded(body)).toEqual({ error: 'malformed' });
    },
  );

  it('has at most a thousand pairs', () => {
    const ofPairs = (count: number) => Array.from({ length: count }, () => 'a=1').join('&');
    expect(formOf(ofPairs(MAX_PAIRS)).texts.a).toHaveLength(MAX_PAIRS);
    expect(parseUrlencoded(ofPairs(MAX_PAIRS + 1))).toEqual({ error: 'too_many' });
    expect(parseUrlencoded('&'.repeat(262_144))).toEqual({ error: 'too_many' });
  });

  it('is read as the browser wrote it', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), { maxLength: 20 });
    fc.assert(
      fc.property(pairs, (sent) => {
        expect(parseUrlencoded(new URLSearchParams(sent).toString())).toEqual({ form: collectTexts(sent) });
      }),
    );
  });

  it('is read or refused, and never makes the reader throw', () => {
    const bodies = fc.array(fc.constantFrom('a', '%', '4', '1', '+', '=', '&', '[', ']', 'é'), { maxLength: 40 });
    fc.assert(fc.property(bodies, (parts) => typeof parseUrlencoded(parts.join('')) === 'object'));
  });
});

describe('one JSON document', () => {
  it.each([
    '{"message":"1+1=2"}',
    '{"a":"b&c=d","e":"100%"}',
    '  \n{"a":1}\r\n ',
    '\ufeff{"a":1}',
    '[1,2]',
    '{}',
    '{"a":1}=',
    '{"a":"1 + 1"}',
    encodeURIComponent('{"message":"1+1=2","other":"a&b"}'),
    `${encodeURIComponent('{"a":"b c"}')}=`,
    '%7B%22a%22%3A+%22b%22%7D',
    '%5b1%5d',
  ])('is %j', (body) => {
    expect(isJsonDocument(body)).toBe(true);
  });

  it.each([
    '',
    '{',
    '{}x',
    '{a}',
    '{"a":1}&b=2',
    '{a=1&b=2}',
    'a={"b":1}',
    '[a]=1',
    '[]=1&[]=2',
    '%7Ba%7D=1',
    '1',
    '"a"',
    'null',
    '%7B%',
    '{"a":1}{"b":2}',
  ])('is not %j', (body) => {
    expect(isJsonDocument(body)).toBe(false);
  });
});
