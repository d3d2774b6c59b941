import fc from 'fast-check';
import { normalizedOptions, optionErrors, optionKey } from './field-options.rules';

const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { a: nested(levels - 1) });
/** An object that takes exactly this many bytes as JSON. */
const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('the options of a field', () => {
  it.each([
    ['null', null],
    ['nothing', undefined],
    ['a list of texts', ['red', 'green']],
    ['200 options', Array.from({ length: 200 }, (_, index) => `option ${index}`)],
    ['an option of 255 characters outside of the basic plane', ['😀'.repeat(255)]],
    ['an empty object', {}],
    ['an object with any values', { min: 1, max: null, labels: ['a', { b: true }] }],
    ['an empty list, which is none', []],
    ['an object as deep as a body can be', nested(31)],
    ['lists that are as deep', { a: [[[[[[[[[]]]]]]]]] }],
    ['an object of 8 KiB', sized(8192)],
  ])('can be %s', (_, value) => {
    expect(optionErrors(value, 'options')).toEqual([]);
  });

  it.each([
    ['a text', 'red', ['options']],
    ['a number', 1, ['options']],
    ['a boolean', false, ['options']],
    ['201 options', Array.from({ length: 201 }, (_, index) => `option ${index}`), ['options']],
    ['an empty option', ['a', ''], ['options.1']],
    ['an option of white space', ['a', ' \t\u00a0'], ['options.1']],
    ['an option of 256 characters', ['a', 'b'.repeat(256)], ['options.1']],
    ['options that are no texts', ['a', 1, null, ['b'], { c: 1 }], ['options.1', 'options.2', 'options.3', 'options.4']],
    ['the same option three times', ['a', 'b', 'a', 'a'], ['options.2', 'options.3']],
    ['an option with other white space', ['a b', ' a b', 'a  b', 'a\nb'], ['options.1', 'options.2', 'options.3']],
    ['an option in another Unicode form', ['é', 'e\u0301'], ['options.1']],
    ['an object of more than 8 KiB', sized(8193), ['options']],
    ['an object of more than 8 KiB in UTF-8 only', { a: 'ä'.repeat(5000) }, ['options']],
  ])('cannot be %s', (_, value, paths) => {
    expect(optionErrors(value, 'options').map((error) => error.path)).toEqual(paths);
  });

  it('are errors below the path that they were sent at', () => {
    expect(optionErrors(['a', 'a'], 'fields.2.options')).toMatchObject([{ path: 'fields.2.options.1' }]);
  });

  it('never make the check throw, whatever JSON holds', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(optionErrors(value, 'options'))));
  });
});

describe('options as they are stored', () => {
  it('have no white space at their ends, and single blanks', () => {
    expect(normalizedOptions([' a  b\n', 'c\u00a0d', 'e\u0301', 'f'])).toEqual(['a b', 'c d', 'e\u0301', 'f']);
  });

  it.each([
    [null, null],
    [[], null],
    [{ a: ' b ' }, { a: ' b ' }],
  ])('are %j as %j', (sent, stored) => {
    expect(normalizedOptions(sent)).toEqual(stored);
  });

  it('are the same as what a page sends with other white space or in another Unicode form, and different in case', () => {
    expect(optionKey(' Cafe\u0301  au\tlait ')).toBe(optionKey('Café au lait'));
    expect(optionKey('Tea')).not.toBe(optionKey('tea'));
  });
});
