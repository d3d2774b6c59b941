/**
 * Expects work to take less processor time than reading so many million characters. Both are measured in the same moments of a run, so that
 * neither the speed of the machine nor its load decides, and repeated until the work was quick enough once: work that grows faster than its
 * input never is.
 */
export async function expectQuick(work: () => unknown, millionsOfCharacters: number): Promise<void> {
  const ratios: number[] = [];
  while (ratios.length < TRIES && !ratios.some((ratio) => ratio < millionsOfCharacters)) {
    const reading = await processorMsOf(readCharacters);
    ratios.push((await processorMsOf(work)) / reading);
  }
  expect(Math.min(...ratios)).toBeLessThan(millionsOfCharacters);
}

const TRIES = 20;
const TEXT = 'x'.repeat(1_000_000);

/** About a millisecond. */
function readCharacters(): number {
  let sum = 0;
  for (let at = 0; at < TEXT.length; at += 1) sum += TEXT.charCodeAt(at);
  return sum;
}

/** The time includes everything else that this process does meanwhile. */
async function processorMsOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
