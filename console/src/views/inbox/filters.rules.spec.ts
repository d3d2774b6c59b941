import { activeCount, chosen, filtersInWords, withChoice } from './filters.rules';

describe('the filters of the inbox', () => {
  const all = new URLSearchParams('form=f&read_status=unread&has_files=true&delivery=failed&search=Ada');

  it('are told by the address', () => {
    expect(['form', 'status', 'has_files', 'delivery', 'search'].map((name) => chosen(all, name as 'form'))).toEqual([
      ...['f', 'unread', 'true', 'failed', 'Ada'],
    ]);
    expect(chosen(new URLSearchParams(), 'status')).toBe('all');
    expect(chosen(new URLSearchParams('state=quarantined'), 'status')).toBe('quarantined');
    expect([activeCount(all), activeCount(new URLSearchParams('search=x&from=2026-11-01&to=never'))]).toEqual([4, 1]);
  });

  it('change one at a time, and leave no trace when they are off', () => {
    const quarantined = withChoice(all, 'status', 'quarantined');
    expect(quarantined.get('state')).toBe('quarantined');
    expect(quarantined.has('read_status')).toBe(false);
    expect(withChoice(quarantined, 'status', 'all').toString()).toBe('form=f&has_files=true&delivery=failed&search=Ada');
    expect(withChoice(new URLSearchParams('search=x'), 'search', '').toString()).toBe('');
    expect(all.get('read_status')).toBe('unread');
  });

  it('leave a table where its form goes, and its columns where another one comes', () => {
    const table = new URLSearchParams('form=f&view=table&columns=a,b&order=oldest&search=x&search_field=a');
    expect(withChoice(table, 'form', '').toString()).toBe('search=x');
    expect(withChoice(table, 'form', 'g').toString()).toBe('form=g&view=table&order=oldest&search=x');
  });

  it('have words for an export', () => {
    expect(filtersInWords(all)).toBe('unread, with files, delivery failed, “Ada”');
    expect(filtersInWords(new URLSearchParams('form=f&from=2026-11-01&to=2026-11-20'))).toBe('from 2026-11-01, to 2026-11-20');
    expect(filtersInWords(new URLSearchParams('form=f'))).toBe('');
    expect(filtersInWords(new URLSearchParams('form=f&search=x&search_field=email'))).toBe('“x” in email');
  });
});
