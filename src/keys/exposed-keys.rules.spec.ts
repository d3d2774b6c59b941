import { makeSecret } from '../api/auth/secret-format.rules';
import { keysIn, keysInHead } from './exposed-keys.rules';

const keys = Array.from({ length: 30 }, () => makeSecret('fck'));
const [key] = keys as [(typeof keys)[0]];
const parts = { id: key.id, secret: key.secret };
const encoded = (text: string): string => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');

describe('the value of a key', () => {
  it.each([
    ['alone', key.text],
    ['after a scheme', `Bearer ${key.text}`],
    ['in an address', `https://example.com/?key=${key.text}&x=1`],
    ['within other letters', `fck_fck_${key.text}abc`],
    ['beside others that are wrong', `${key.text.slice(0, -1)}! ${key.text}`],
  ])('is found %s', (_, text) => {
    expect(keysIn(['Accept', '*/*', text])).toEqual([parts]);
  });

  it.each([
    ['cut', key.text.slice(0, -1)],
    ['with another letter', key.text.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['in other letters', key.text.toUpperCase()],
    ['of another kind', makeSecret('fst').text],
    ['without its beginning', key.text.slice(4)],
    ['in two texts', ''],
  ])('is not found %s', (_, text) => {
    expect(keysIn([text, key.text.slice(0, 20), key.text.slice(20)])).toEqual([]);
  });

  it('is found in the query, however that is encoded, and not in the path', () => {
    const inQueryOf = (url: string) => keysInHead({ rawHeaders: [], url }).inQuery;
    expect(inQueryOf(`/a?k=${key.text}`)).toEqual([parts]);
    expect(inQueryOf(`/a?%zz%e4${encoded(key.text)}%`)).toEqual([parts]);
    expect(inQueryOf(`/a/${key.text}`)).toEqual([]);
  });

  it('counts once, and there are no more than twenty of a request', () => {
    expect(keysIn([key.text, `${key.text} ${key.text}`])).toHaveLength(1);
    const texts = keys.map(({ text }) => text);
    const { inHeaders, inQuery } = keysInHead({ rawHeaders: texts.slice(0, 15), url: `/?${texts.slice(15).join('&')}` });
    expect([inHeaders.length, inQuery.length]).toEqual([15, 5]);
    expect(keysInHead({ rawHeaders: texts, url: `/?${texts.join('&')}` })).toMatchObject({ inHeaders: { length: 20 }, inQuery: [] });
  });
});
