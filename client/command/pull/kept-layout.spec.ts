import { keepLayout } from './kept-layout.js';

describe('a change carried over to another layout', () => {
  it.each([
    ['a line', 'a:  1\nb:  2\n', 'a: 1\nb: 2\n', 'a: 1\nb: 3\n', 'a:  1\nb: 3\n'],
    ['a new line', 'a:  1\nb:  2\n', 'a: 1\nb: 2\n', 'a: 1\nnew\nb: 2\n', 'a:  1\nnew\nb:  2\n'],
    ['a line that goes', 'a:  1\n\n\nb:  2\n', 'a: 1\n\nb: 2\n', 'b: 2\n', '\nb:  2\n'],
    ['lines that are written otherwise', 'a: [1,\n 2]\nb:  2', 'a: [ 1, 2 ]\nb: 2\n', 'a: [ 1, 2 ]\nb: 4\n', 'a: [1,\n 2]\nb: 4'],
    ['nothing', 'a:  1', 'a: 1\n', 'a: 1\n', 'a:  1'],
  ])('changes %s, and leaves the rest as it is', (_, original, before, after, expected) => {
    expect(keepLayout(original, before, after)).toBe(expected);
  });

  it('is not tried for texts that would take long', () => {
    const texts = ['a', 'b', 'c'].map((name) => Array.from({ length: 4000 }, (_, line) => `${name}${line}`).join('\n'));
    expect(keepLayout(texts[0]!, texts[1]!, texts[2]!)).toBeNull();
  });
});
