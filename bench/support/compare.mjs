/**
 * Measures several things in turn, as often as told after a round to warm up, so that what else the machine does strikes them all
 * alike. Returns the measurements of each by its name, in the order of the rounds.
 */
export async function inTurn(things, rounds = 5) {
  const results = Object.fromEntries(Object.keys(things).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(things)) {
      const result = await measure();
      if (round === 0) continue;
      results[name].push(result);
      console.log(`  round ${round}/${rounds}  ${name.padEnd(44)} ${line(result)}`);
    }
  }
  return results;
}

const line = (result) =>
  Object.entries(result)
    .map(([what, value]) => `${what} ${value >= 100 ? Math.round(value) : value.toPrecision(3)}`)
    .join('   ');

/** The median, over the rounds, of how one figure of this relates to that of the other. */
export function ratio(measured, reference, figure = 'perSecond') {
  return median(measured.map((result, round) => result[figure] / reference[round][figure]));
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
