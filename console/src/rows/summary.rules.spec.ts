import type { Form } from 'form-collection-client';
import { summaryOf } from './summary.rules';

const FORM = {
  fields: [
    { name: 'name', label: 'Your name' },
    { name: 'call', label: 'Call me back' },
    { name: 'message', label: null },
  ],
} as Form;

const told = (values: object, search = '', others?: object) =>
  summaryOf({ fields: values as Record<string, unknown>, other_values: others as Record<string, unknown> }, FORM, search).map(
    ({ label, text, match }) => {
      const marked = match ? `${text.slice(0, match[0])}[${text.slice(...match)}]${text.slice(match[1])}` : text;
      return label ? `${label}: ${marked}` : marked;
    },
  );

describe('what a row tells of a submission', () => {
  it('has the values in the order of the form, without empty ones, and names what is only yes or no', () => {
    const values = { other: 'x', message: 'Hello', name: 'Ada', call: true, empty: '', nothing: null };
    expect(told(values)).toEqual(['Ada', 'Call me back: yes', 'Hello', 'x']);
  });

  it('has the values under names that no field has last, and alone where there are no others', () => {
    expect(told({ name: 'Ada', other: 'x' }, '', { name: 'Grace', company: 'Acme' })).toEqual(['Ada', 'x', 'Grace', 'Acme']);
    expect(told({}, 'acme', { email: 'ada@example.com', company: 'Acme' })).toEqual(['ada@example.com', 'company: [Acme]']);
  });

  it('cuts long values by whole characters', () => {
    expect(told({ name: '👋'.repeat(5000) })).toEqual([`${'👋'.repeat(100)}…`]);
    expect(told({ name: 'a'.repeat(100), message: 'b'.repeat(100), third: 'c'.repeat(100) })).toHaveLength(2);
  });

  it('tells first of whom it is and then what was found, with the name of its field', () => {
    expect(told({ name: 'Ada', call: true, message: 'A Quote please' }, ' quote ')).toEqual([
      'Ada',
      'message: A [Quote] please',
      'Call me back: yes',
    ]);
    expect(told({ name: 'Ada', message: 'none' }, 'ad')).toEqual(['[Ad]a', 'none']);
  });

  it('shows what was found deep in a long value with what stands before it', () => {
    const [, found] = told({ name: 'Ada', message: `${'👋'.repeat(3000)}needle${'b'.repeat(3000)}` }, 'NEEDLE');
    expect(found).toBe(`message: …${'👋'.repeat(24)}[needle]${'b'.repeat(94)}…`);
  });

  it('takes what is searched for as a text, with any white space between its words', () => {
    expect(told({ name: 'a.b (c)\n\td' }, '"(c)  d"')).toEqual(['a.b [(c) d]']);
    expect(told({ name: 'axb' }, 'a.b')).toEqual(['axb']);
    expect(told({ name: 'Zoë', message: 'Straße' }, 'zoe strasse')).toEqual(['[Zoë]', 'Straße']);
    expect(told({ name: 'b a b a' }, '"a b"')).toEqual(['b [a b] a']);
  });
});
