/** The closing line of Jest, whose numbers are absent where they are 0. */
const TESTS = /^Tests: +(?:(\d+) failed, )?(?:(\d+) skipped, )?(?:(\d+) todo, )?(?:(\d+) passed, )?(\d+) total$/gm;
const FAILED_TEST = /^(?:FAIL .*| {2}● .*)$/gm;

/** The numbers of tests in the output of a step. A step without any counts as one, and so does one that fails though all of its tests pass. */
export function countsOf({ verdict, output }) {
  const lines = [...output.matchAll(TESTS)].map((match) => match.slice(1).map((number) => Number(number ?? 0)));
  const sum = (index) => lines.reduce((total, numbers) => total + numbers[index], 0);
  const counts = { failed: sum(0), skipped: sum(1) + sum(2), passed: sum(3) };
  if (verdict !== 'passed' && counts.failed === 0) counts.failed = 1;
  if (verdict === 'passed' && lines.length === 0) counts.passed = 1;
  return counts;
}

/** The names of the tests that failed, and the end of the output. */
export function failureIn(output, lines = 30) {
  const tests = [...new Set(output.match(FAILED_TEST) ?? [])];
  return [...tests.slice(0, 50), ...output.trimEnd().split('\n').slice(-lines)].join('\n');
}

export const minutesOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
