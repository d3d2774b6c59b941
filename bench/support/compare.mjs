/**
 * Takes several measurements alternately, in the given number of rounds after one for warming up, so that other load on the machine affects
 * all of them alike. Returns the results of each by its name, in the order of the rounds.
 */
export async function interleaved(measurements, rounds = 5) {
  const results = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(measurements)) {
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

/** The median of the ratios of one figure in each round. */
export function ratio(measured, reference, figure = 'perSecond') {
  return median(measured.map((result, round) => result[figure] / reference[round][figure]));
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
