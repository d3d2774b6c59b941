/** Lists the skipped tests by name at the end of a run. The title of a block that may be skipped says in parentheses what to install. */
export default class SkippedTestsReporter {
  constructor({ testNamePattern }) {
    this.isFiltered = Boolean(testNamePattern);
  }

  onRunComplete(_contexts, { testResults }) {
    if (this.isFiltered) return; // a test that -t leaves out counts as skipped, too
    const tests = testResults.flatMap(({ testResults: results }) =>
      results
        .filter(({ status }) => status === 'pending' || status === 'todo')
        .map(({ ancestorTitles, title }) => ({ block: ancestorTitles.join(' › '), title })),
    );
    if (tests.length === 0) return;
    process.stderr.write(`\nSkipped tests (${tests.length}); the parentheses name the missing program or setting:\n`);
    for (const [block, ofBlock] of byBlock(tests)) {
      process.stderr.write(`  ${block}\n`);
      for (const { title } of ofBlock) process.stderr.write(`    ${title}\n`);
    }
  }
}

/** `Map.groupBy` is newer than Node 20. */
function byBlock(tests) {
  const found = new Map();
  for (const test of tests) found.set(test.block, [...(found.get(test.block) ?? []), test]);
  return found;
}
