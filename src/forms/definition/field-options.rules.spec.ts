import fc from 'fast-check';
import { optionErrors } from './field-options.rules';

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
    ['an object that is five levels deep', nested(5)],
    ['lists that count as levels, up to five', { a: [[[[]]]] }],
    ['an object of 8 KiB', sized(8192)],
  ])('can be %s', (_, value) => {
    expect(optionErrors(value, 'options')).toEqual([]);
  });

  it.each([
    ['a text', 'red', ['options']],
    ['a number', 1, ['options']],
    ['a boolean', false, ['options']],
    ['an empty list', [], ['options']],
    ['201 options', Array.from({ length: 201 }, (_, index) => `option ${index}`), ['options']],
    ['an empty option', ['a', ''], ['options.1']],
    ['an option of 256 characters', ['a', 'b'.repeat(256)], ['options.1']],
    ['options that are no texts', ['a', 1, null, ['b'], { c: 1 }], ['options.1', 'options.2', 'options.3', 'options.4']],
    ['the same option three times', ['a', 'b', 'a', 'a'], ['options.2', 'options.3']],
    ['an object that is six levels deep', nested(6), ['options']],
    ['a list at the sixth level', { a: [[[[[]]]]] }, ['options']],
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
