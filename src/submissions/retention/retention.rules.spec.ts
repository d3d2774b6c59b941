import { type CountedRetention, isShorter, keptAfter } from './retention.rules';

const UNTIL = '2026-11-30T08:00:00.000Z';
const LATER = '2026-11-30T20:00:00.000Z';
const counted = (members: Partial<CountedRetention> = {}): CountedRetention => ({
  ...{ due: 2, dueAtBeginning: 3, beginsAt: new Date(LATER), before: null },
  ...members,
});

describe('a retention is shorter', () => {
  it.each([
    [1, null, true],
    [1, 30, true],
    [30, 30, false],
    [31, 30, false],
    [null, 30, false],
    [null, null, false],
  ])('%p than %p: %p', (days, than, expected) => expect(isShorter(days, than)).toBe(expected));
});

describe('an edit of the retention', () => {
  it('that deletes leaves in force what was, for a day', () => {
    expect(keptAfter(null, 1, counted())).toEqual({ days: null, until: LATER });
    expect(keptAfter(30, 1, counted())).toEqual({ days: 30, until: LATER });
  });

  it('that keeps more, or deletes nothing within a day, has effect at once', () => {
    expect(keptAfter(30, 31, counted())).toBeNull();
    expect(keptAfter(30, null, counted())).toBeNull();
    expect(keptAfter(30, 20, counted({ due: 0, dueAtBeginning: 0 }))).toBeNull();
  });

  describe('while another one waits', () => {
    const before = { days: 30, until: UNTIL };

    it('ends it by going back to what is in force, or beyond', () => {
      expect(keptAfter(1, 30, counted({ before }))).toBeNull();
      expect(keptAfter(1, null, counted({ before }))).toBeNull();
    });

    it('begins with it when it deletes less, and a day after itself when it deletes more', () => {
      expect(keptAfter(1, 2, counted({ before }))).toEqual(before);
      expect(keptAfter(2, 1, counted({ before }))).toEqual({ days: 30, until: LATER });
    });
  });
});
