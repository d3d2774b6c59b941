import { makeSecret } from '../api/auth/secret-format.rules';
import { bootstrapKeyError } from './bootstrap-key.rules';

describe('the first key', () => {
  it('may be left to the service', () => {
    expect(bootstrapKeyError(null)).toBeNull();
  });

  it('may be a generated one', () => {
    expect(bootstrapKeyError(makeSecret('fck').text)).toBeNull();
  });

  it.each([
    ['a word', () => 'letmein'],
    ['a submission token', () => makeSecret('fst').text],
    ['a key with a typing error', () => makeSecret('fck').text.replace(/.$/, '~')],
    ['a key that was cut off', () => makeSecret('fck').text.slice(0, -1)],
  ])('is refused as %s, with the way to a good one and without its text', (_, text) => {
    const fault = bootstrapKeyError(text());
    expect(fault).toMatchObject({ setting: 'BOOTSTRAP_API_KEY', message: expect.stringContaining('keys generate') });
    expect(fault?.message).not.toContain(text());
  });
});
