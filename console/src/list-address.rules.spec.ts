import fc from 'fast-check';
import {
  asList,
  asTable,
  daysIn,
  filtersIn,
  inboxAddress,
  inOtherOrder,
  isDay,
  isNarrowed,
  isOldestFirst,
  isReversed,
  isTable,
  namesIn,
  readBy,
  typedDays,
  withDay,
  withNames,
  withoutFilters,
} from './list-address.rules';

const at = (address: string) => new URLSearchParams(address);
const TABLE = at('form=f&view=table&columns=name,email&order=oldest&read_status=unread&from=2026-11-01');

describe('the address of a table', () => {
  it('is that of one form, and leads to its list and back to the same columns', () => {
    const others = ['view=table', 'form=f&view=list', 'form=..&view=table', 'form=a/b&view=table'];
    expect([TABLE, ...others.map(at)].map(isTable)).toEqual([true, false, false, false, false]);
    expect(inboxAddress(asTable(at('search=x'), 'f'))).toBe('#/inbox?search=x&form=f&view=table');
    const list = asList(TABLE);
    expect([isTable(list), isOldestFirst(list)]).toEqual([false, false]);
    expect(asTable(list, 'f').get('columns')).toBe('name,email');
    expect(inboxAddress(at(''))).toBe('#/inbox');
  });

  it('says the columns that are chosen, in their order', () => {
    const names = fc.uniqueArray(
      fc.string({ minLength: 1 }).filter((name) => !name.includes(',')),
      { minLength: 1 },
    );
    fc.assert(fc.property(names, (chosen) => expect(namesIn(at(withNames(TABLE, chosen).toString()))).toEqual(chosen)));
    expect(namesIn(withNames(TABLE, null))).toBeNull();
    expect([namesIn(at('columns=')), namesIn(at('columns=,b,,a,b'))]).toEqual([null, ['b', 'a']]);
  });

  it('says where it begins, the newest being unsaid', () => {
    expect([isOldestFirst(TABLE), isOldestFirst(inOtherOrder(TABLE))]).toEqual([true, false]);
    expect(inOtherOrder(TABLE).has('order')).toBe(false);
    expect(isOldestFirst(at('form=f&view=table&order=sideways'))).toBe(false);
  });

  it('keeps form, columns and order without filters, which a list does not', () => {
    expect(withoutFilters(TABLE).toString()).toBe('form=f&view=table&columns=name%2Cemail&order=oldest');
    expect(withoutFilters(at('form=f&search=x')).toString()).toBe('');
    expect(withoutFilters(withoutFilters(TABLE)).toString()).toBe('');
    expect([isNarrowed(TABLE), isNarrowed(withoutFilters(TABLE)), isNarrowed(at('search='))]).toEqual([true, false, false]);
  });

  it('decides what is read by filters and order, not by columns', () => {
    expect(readBy(withNames(TABLE, ['other']))).toBe(readBy(TABLE));
    expect(readBy(asTable(at('form=f'), 'f'))).toBe(readBy(at('form=f')));
    expect(readBy(inOtherOrder(TABLE))).not.toBe(readBy(TABLE));
  });
});

describe('days', () => {
  it('are whole ones of the reader', () => {
    expect(filtersIn(at('form=f&from=2026-11-01&to=2026-11-30&search='))).toEqual({
      form: 'f',
      received_after: new Date(2026, 10, 1).toISOString(),
      received_before: new Date(2026, 11, 1).toISOString(),
    });
  });

  it.each(['', 'yesterday', '2026-13-01', '2026-02-29', '0202-01-01', '2026-1-1', '2026-11-20T10:00:00Z'])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
    expect(filtersIn(at(`from=${text}&to=${text}`))).toEqual({});
  });

  it('never leave nothing, and stay as they were typed: a last one before the first does not count', () => {
    const one = at('from=2026-11-10&to=2026-11-20');
    expect(daysIn(at('from=2026-11-10&to=2026-11-09'))).toEqual({ from: '2026-11-10', to: '' });
    for (const reversed of [withDay(one, 'from', '2026-11-21'), withDay(one, 'to', '2026-11-09')]) {
      expect(isReversed(reversed)).toBe(true);
      expect(typedDays(reversed).to).not.toBe('');
      expect(filtersIn(reversed)).toEqual({ received_after: expect.any(String) });
    }
    expect([one, at('from=2026-11-10'), at('to=2026-11-10'), at('from=2026-11-10&to=never')].map(isReversed)).not.toContain(true);
    expect(withDay(one, 'to', '2026-11-10').toString()).toBe('from=2026-11-10&to=2026-11-10');
    expect(withDay(one, 'from', '').toString()).toBe('to=2026-11-20');
  });
});
