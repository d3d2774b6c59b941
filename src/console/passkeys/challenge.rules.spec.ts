import { randomBytes } from 'node:crypto';
import { CHALLENGE_PURPOSES, challengeOf, endOfChallenge, NONCE_BYTES } from './challenge.rules';

const [KEY, PREVIOUS] = [randomBytes(32), randomBytes(32)];
const END = new Date('2026-11-29T12:05:00.000Z');
const CONTENT = { purpose: 'proof', sessionId: 'one' } as const;
const challenge = (key = KEY) => challengeOf(key, CONTENT, { endsAt: END, nonce: randomBytes(NONCE_BYTES) });

it('a challenge tells its end, also after the secret was changed', () => {
  expect(endOfChallenge([KEY], CONTENT, challenge())).toEqual(END);
  expect(endOfChallenge([KEY, PREVIOUS], CONTENT, challenge(PREVIOUS))).toEqual(END);
});

it('a challenge counts for its purpose and its session alone', () => {
  const text = challenge();
  const others = CHALLENGE_PURPOSES.filter((purpose) => purpose !== CONTENT.purpose);
  expect(others.map((purpose) => endOfChallenge([KEY], { ...CONTENT, purpose }, text))).toEqual([null, null]);
  expect(endOfChallenge([KEY], { ...CONTENT, sessionId: 'two' }, text)).toBeNull();
  expect(endOfChallenge([KEY], { ...CONTENT, sessionId: null }, text)).toBeNull();
});

it('no change of a challenge is accepted', () => {
  const bytes = Buffer.from(challenge(), 'base64url');
  const changed = [...bytes.keys()].map((index) => {
    const copy = Buffer.from(bytes);
    copy[index]! ^= 1;
    return copy.toString('base64url');
  });
  expect(changed.filter((text) => endOfChallenge([KEY], CONTENT, text) !== null)).toEqual([]);
});

it.each(['', 'AAAA', 'not base64url!', 'A'.repeat(72)])('%j is no challenge', (text) => {
  expect(endOfChallenge([KEY], CONTENT, text)).toBeNull();
  expect(endOfChallenge([KEY], CONTENT, `${challenge()}=`)).toBeNull();
});
