import { makeLookupId } from '../../api/auth/secret-format.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { SignInSecrets } from './sign-in-secrets';

const [first, second] = ['x'.repeat(32), 'y'.repeat(32)];
const secrets = new SignInSecrets(new SecretKeys(first));
const rotated = new SignInSecrets(new SecretKeys(second, first));
const foreign = new SignInSecrets(new SecretKeys(second));

it('the same mail always has the same link and code, and each mail has its own', () => {
  const ids = Array.from({ length: 100 }, makeLookupId);
  expect(ids.map((id) => secrets.linkOf(id))).toEqual(ids.map((id) => secrets.linkOf(id)));
  expect(new Set(ids.map((id) => secrets.linkOf(id).slice(16)))).toHaveProperty('size', 100);
  for (const id of ids) expect([secrets.lookupIdOf(secrets.linkOf(id)), secrets.isCodeOf(id, secrets.codeOf(id))]).toEqual([id, true]);
});

it('a link and a code outlive a change of APP_SECRET as long as the previous one is set', () => {
  const id = makeLookupId();
  expect([rotated.lookupIdOf(secrets.linkOf(id)), rotated.isCodeOf(id, secrets.codeOf(id))]).toEqual([id, true]);
  expect([foreign.lookupIdOf(secrets.linkOf(id)), foreign.linkOf(id) === secrets.linkOf(id)]).toEqual([null, false]);
});

it('a code has six digits, with zeros in front', () => {
  const codes = Array.from({ length: 2_000 }, () => secrets.codeOf(makeLookupId()));
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});
