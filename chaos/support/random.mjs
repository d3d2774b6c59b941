/** A generator of random numbers that a seed determines (mulberry32). Each purpose has a stream of its own, so that they do not affect each other. */
export function randomFrom(seed, purpose) {
  let state = [...purpose].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed | 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + next() * (high - low);
  const pick = (list) => list[Math.floor(next() * list.length)];
  return { next, between, pick, shuffled: (list) => shuffled(list, next) };
}

function shuffled(list, next) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
