import { durationSeconds } from './duration.rules';

describe('a duration', () => {
  it.each([
    ['30s', 30],
    ['15m', 900],
    ['24h', 86_400],
    ['90d', 7_776_000],
    ['0s', 0],
    ['007d', 604_800],
  ])('is read from %s', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });

  it.each(['', '5', 'd', '-1d', '+1d', '1.5h', '1 d', ' 1d', '1d\n', '1w', '1D', '1h30m', '1e3s', '1234567890s', '٣d'])(
    'is not read from %j',
    (text) => {
      expect(durationSeconds(text)).toBeNull();
    },
  );
});
