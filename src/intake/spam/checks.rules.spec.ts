import { settingsOf } from '../../forms/settings/form-settings.rules';
import { countLinks, type SubmissionSignals, type JudgedSettings, verdictOf } from './checks.rules';

const DEFAULTS: JudgedSettings = { ...settingsOf({}).spam, proof_of_work: 'off' };
const CLEAN: SubmissionSignals = {
  isHoneypotFilled: false,
  elapsedMs: null,
  challenge: null,
  siteverify: null,
  values: {},
  textDigests: [],
};

const judged = (spam: Partial<JudgedSettings>, shown: Partial<SubmissionSignals>) => {
  const { state, reasons } = verdictOf({ ...DEFAULTS, ...spam }, { ...CLEAN, ...shown });
  return [state, ...reasons.map(({ check }) => check)];
};

describe('the verdict', () => {
  it.each<[string, Partial<JudgedSettings>, Partial<SubmissionSignals>, string[]]>([
    ['nothing odd', {}, {}, ['accepted']],
    ['a filled honeypot by default', {}, { isHoneypotFilled: true }, ['quarantined', 'honeypot']],
    ['a filled honeypot, observed', { honeypot: 'observe' }, { isHoneypotFilled: true }, ['accepted', 'honeypot']],
    ['a filled honeypot, off', { honeypot: 'off' }, { isHoneypotFilled: true }, ['accepted']],
    ['2,999 ms by default', {}, { elapsedMs: 2_999 }, ['accepted']],
    ['2,999 ms', { too_fast: 'quarantine' }, { elapsedMs: 2_999 }, ['quarantined', 'too_fast']],
    ['3,000 ms', { too_fast: 'quarantine' }, { elapsedMs: 3_000 }, ['accepted']],
    ['no time', { too_fast: 'quarantine' }, { elapsedMs: null }, ['accepted']],
    ['two links of two', { links: 'quarantine', max_links: 2 }, { values: { a: 'www.a.b http://c' } }, ['accepted']],
    [
      'three links of two',
      { links: 'observe', max_links: 2 },
      { values: { a: ['www.a', 'www.a'], b: { c: 'https://www.c' } } },
      ['accepted', 'links'],
    ],
    [
      'two checks',
      { links: 'quarantine', max_links: 0 },
      { isHoneypotFilled: true, values: { a: 'www.a' } },
      ['quarantined', 'honeypot', 'links'],
    ],
  ])('on %s', (_, spam, shown, expected) => {
    expect(judged(spam, shown)).toEqual(expected);
  });

  it.each([
    ['www.a', 0, 'It has 1 link; 0 are allowed.'],
    ['www.a www.b', 1, 'It has 2 links; 1 is allowed.'],
  ])('says of %j that there are too many links for %d', (text, maxLinks, detail) => {
    const { reasons } = verdictOf({ ...DEFAULTS, links: 'quarantine', max_links: maxLinks }, { ...CLEAN, values: { text } });
    expect(reasons).toEqual([{ check: 'links', detail }]);
  });

  it('records what was seen at every level', () => {
    const { signals } = verdictOf({ ...DEFAULTS, honeypot: 'off' }, { ...CLEAN, isHoneypotFilled: true, elapsedMs: 1234.5 });
    expect(signals).toEqual({ honeypot: true, elapsed_ms: 1235 });
  });

  it('leaves repeated texts to the commit, and only where they are looked for', () => {
    const textDigests = [Buffer.from('x')];
    expect(verdictOf(DEFAULTS, { ...CLEAN, textDigests }).texts).toBeNull();
    expect(verdictOf({ ...DEFAULTS, repeated_text: 'observe' }, CLEAN).texts).toBeNull();
    expect(verdictOf({ ...DEFAULTS, repeated_text: 'observe' }, { ...CLEAN, textDigests }).texts).toEqual({
      digests: textDigests,
      level: 'observe',
    });
  });
});

it.each([
  ['https://a http://b www.c WWW.d', 4],
  ['https://www.a', 1],
  ['awww. httpx://', 0],
  [7, 0],
  [null, 0],
])('countLinks(%j) is %d', (value, links) => {
  expect(countLinks(value)).toBe(links);
});
