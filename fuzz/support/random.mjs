/** A source of random choices that repeats itself for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    /** From `from` to `to`, both included. */
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    text: (length, alphabet = ALPHABET) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => '0123456789abcdef'[below(16)]).join('');
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5');
    },
  };
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
