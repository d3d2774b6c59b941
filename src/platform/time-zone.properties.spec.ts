import fc from 'fast-check';
import { isZone, zoneClock } from './time-zone.rules';

const ZONES = [
  ...[
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
  ],
  ...['Asia/Tehran', 'America/Sao_Paulo', 'Antarctica/Troll', 'Europe/Dublin', 'Pacific/Kiritimati', 'UTC', 'Africa/Monrovia'],
];
const zones = fc.constantFrom(...ZONES);
const HOUR_MS = 3_600_000;
const instants = fc.integer({ min: Date.UTC(1890, 0), max: Date.UTC(2100, 0) }).map((instant) => Math.floor(instant / 1000) * 1000);

const FORMATS = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })]),
);
const CLOCKS = new Map(ZONES.map((zone) => [zone, zoneClock(zone)!]));

/** The time on the clocks of a zone at an instant, by the runtime. */
const shown = (zone: string, instant: number): number => Date.parse(`${FORMATS.get(zone)!.format(instant).replace(' ', 'T')}Z`);

describe('the clock of a time zone', () => {
  it('finds the instant at which the clocks show a time', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const local = shown(zone, instant);
        const found = CLOCKS.get(zone)!(local);
        expect(shown(zone, found)).toBe(local);
        expect(found).toBeLessThanOrEqual(instant); // the first of two instants with this local time
      }),
      { numRuns: 300 },
    );
  });

  it('moves a time that is never shown by the length of the gap', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 48 * 60 }), (zone, instant, minutes) => {
        const local = instant + minutes * 60_000;
        const found = CLOCKS.get(zone)!(local);
        const isShown = shown(zone, found) === local;
        const gap = shown(zone, found) - local;
        expect(isShown || (gap > 0 && gap <= 24 * HOUR_MS)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each(ZONES)('agrees with the runtime around every change of the years 2010 to 2020: %s', (zone) => {
    const clock = CLOCKS.get(zone)!;
    const end = Date.UTC(2020, 0);
    for (let at = Date.UTC(2010, 0); at < end; at += 24 * HOUR_MS) {
      if (shown(zone, at) - at === shown(zone, at + 24 * HOUR_MS) - at - 24 * HOUR_MS) continue;
      for (let quarter = -8; quarter < 104; quarter += 1) {
        const instant = at + quarter * (HOUR_MS / 4);
        const local = shown(zone, instant);
        expect(shown(zone, clock(local))).toBe(local);
        expect(clock(local)).toBeLessThanOrEqual(instant);
      }
    }
  });

  it('has a name of the IANA data', () => {
    for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'CET']) expect(isZone(name)).toBe(true);
    for (const name of ['', 'Berlin', 'Europe/Atlantis', '+01:00', '-05:00', 'Europe/Berlin ', '01:00', 'null'])
      expect([name, isZone(name)]).toEqual([name, false]);
  });
});
