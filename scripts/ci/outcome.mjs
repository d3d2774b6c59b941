/** The closing line of Jest, whose numbers are absent where they are 0. */
const TESTS = /^Tests: +(?:(\d+) failed, )?(?:(\d+) skipped, )?(?:(\d+) todo, )?(?:(\d+) passed, )?(\d+) total$/gm;
/** The lines in which Jest and the programs of the lab name what failed. */
const FAILED = /^(?:FAIL .*| {2}● .*|FAILED .*|.*\| missed +\|)$/gm;

/** The numbers of tests in the output of a step. A step without any counts as one, and so does one that fails though all of its tests pass. */
export function countsOf({ verdict, output }) {
  const lines = [...output.matchAll(TESTS)].map((match) => match.slice(1).map((number) => Number(number ?? 0)));
  const sum = (index) => lines.reduce((total, numbers) => total + numbers[index], 0);
  const counts = { failed: sum(0), skipped: sum(1) + sum(2), passed: sum(3) };
  if (verdict !== 'passed' && counts.failed === 0) counts.failed = 1;
  if (verdict === 'passed' && lines.length === 0) counts.passed = 1;
  return counts;
}

/** The names of the failed tests or steps, and the end of the output. */
export function failureIn(output, lines = 30) {
  const names = [...new Set(output.match(FAILED) ?? [])];
  return [...names.slice(0, 50), ...output.trimEnd().split('\n').slice(-lines)].join('\n');
}

export const minutesOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
