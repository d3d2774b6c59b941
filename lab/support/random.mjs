/**
 * A source of random choices that repeats itself for the same seed (mulberry32). Each purpose has a stream of its own, so that they do not
 * affect each other.
 */
export function randomFrom(seed, purpose = '') {
  let state = [...purpose].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed | 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    /** A whole number from `low` to `high`, both included. */
    whole: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    shuffled: (list) => shuffled(list, below),
    text: (length, alphabet = ALPHABET) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
    /** A UUID of version 7. */
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => '0123456789abcdef'[below(16)]).join('');
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5');
    },
  };
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

function shuffled(list, below) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
