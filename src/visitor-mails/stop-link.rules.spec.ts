import { randomBytes } from 'node:crypto';
import { newId } from '../platform/ids.rules';
import { isStopProof, partsOfStopToken, stopTokenOf } from './stop-link.rules';

const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const target = { accountId: newId(), digest: randomBytes(32) };
const token = stopTokenOf(target, key);

it('a token names account and digest, and proves them by the key of the account', () => {
  const { proof, ...parts } = partsOfStopToken(token)!;
  expect(parts).toEqual(target);
  expect([isStopProof(proof, target.digest, key), isStopProof(proof, target.digest, otherKey)]).toEqual([true, false]);
  expect(isStopProof(proof, randomBytes(32), key)).toBe(false);
});

it.each([
  ['nothing', ''],
  ['too little', token.slice(1)],
  ['too much', `${token}A`],
  ['other letters', `${token.slice(0, -1)}=`],
  ['bits that no token has', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'z'}`],
])('%s is no token', (_what, text) => {
  expect(partsOfStopToken(text)).toBeNull();
});

it('an account that no UUID could be is still only an account that there is not', () => {
  expect(partsOfStopToken(Buffer.alloc(64).toString('base64url'))).toMatchObject({ accountId: '00000000-0000-0000-0000-000000000000' });
});
