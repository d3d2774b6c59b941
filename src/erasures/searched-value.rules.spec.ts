import { SearchedValue } from './searched-value.rules';

const NO_ADDRESSES = new Set<string>();

describe('a value that is searched for', () => {
  it.each([
    [{ email: ' ADA@example.com ' }],
    [{ note: 'ada@example.com' }],
    [{ list: ['x', 'ada@example.com'] }],
    [{ deep: { more: [{ mail: 'Ada@Example.com' }] } }],
  ])('is found in %j', (fields) => {
    expect(new SearchedValue('ada@example.com', null).isIn(fields, NO_ADDRESSES)).toBe(true);
  });

  it.each([
    [{ email: 'ada@example.com.org' }],
    [{ note: 'write to ada@example.com' }],
    [{ 'ada@example.com': 'x' }],
    [{ none: null, yes: true }],
  ])('is not found in %j', (fields) => {
    expect(new SearchedValue('ada@example.com', null).isIn(fields, NO_ADDRESSES)).toBe(false);
  });

  it('is a number by its text, and a text in another form of the same letters', () => {
    expect(new SearchedValue('42', null).isIn({ age: 42 }, NO_ADDRESSES)).toBe(true);
    expect(new SearchedValue('ﬁona  smith', null).isIn({ name: 'Fiona Smith' }, NO_ADDRESSES)).toBe(true);
  });

  it('is looked for in its field alone, by name and not in what is inherited', () => {
    const searched = new SearchedValue('ada', 'name');
    expect(searched.isIn({ name: 'Ada' }, NO_ADDRESSES)).toBe(true);
    expect(searched.isIn({ other: 'Ada' }, NO_ADDRESSES)).toBe(false);
    expect(searched.isNameOf([{ field: 'cv', name: 'ada' }])).toBe(false);
    expect(new SearchedValue('x', 'constructor').isIn({}, NO_ADDRESSES)).toBe(false);
  });

  it('is an address in either spelling of its domain, in a field of addresses', () => {
    const searched = new SearchedValue('ada@bücher.example', null);
    expect(searched.isIn({ email: 'ada@xn--bcher-kva.example' }, new Set(['email']))).toBe(true);
    expect(searched.isIn({ email: 'ada@xn--bcher-kva.example' }, NO_ADDRESSES)).toBe(false);
  });

  it('is held by a filter that contains it', () => {
    const searched = new SearchedValue('ada@example.com', null);
    expect(searched.isHeldBy({ search: 'x Ada@example.com' })).toBe(true);
    expect(searched.isHeldBy({ search: 'ada' })).toBe(false);
  });

  it('is the whole name of a file', () => {
    expect(new SearchedValue('ada.pdf', null).isNameOf([{ field: 'cv', name: 'ADA.pdf' }])).toBe(true);
    expect(new SearchedValue('ada', null).isNameOf([{ field: 'cv', name: 'ada.pdf' }])).toBe(false);
  });
});
