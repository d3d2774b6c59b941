/** Work with a text, such as reading it. */
export type Work = (text: string) => unknown;

/**
 * Expects work with a text to take time that grows with its length, and not with the square of it: four times the length takes about four times
 * as long, and would take sixteen times. What takes less than a moment is not judged, and what seems to grow faster is measured again: the least
 * of several measurements counts, since others may need the processor meanwhile.
 */
export async function expectLinear(work: Work, textOf: (length: number) => string): Promise<void> {
  let [shorter, before] = [textOf(LENGTHS[0]!), 0];
  for (const length of LENGTHS) {
    const text = textOf(length);
    const taken = await processorMsOf(work, text);
    if (taken > MOMENT_MS && taken > MOST * before) expect(await leastRatio(work, shorter, text)).toBeLessThan(MOST);
    const isShort = taken * (LENGTHS.at(-1)! / length) ** 2 < MOMENT_MS; // so that the longest text would not be judged
    if (isShort || (before > 0 && taken < UNDOUBTED * Math.min(before, await processorMsOf(work, shorter)))) return;
    [shorter, before] = [text, taken];
  }
}

const LENGTHS = [16, 64, 256].map((kib) => kib * 1024);
const MOMENT_MS = 100;
const MOST = 10;
/**
 * A function that took less for the second text has hardly anything in it that grows with the square, and would take long for the third. The first text is
 * measured again for it, since the first time of all is longer by what is compiled then.
 */
const UNDOUBTED = 4.5;
const TRIES = 6;

/** Ends as soon as the longer text was quick enough once: what grows with the square never is. */
async function leastRatio(work: Work, shorter: string, longer: string): Promise<number> {
  const [least, greatest] = [
    [shorter, Infinity],
    [longer, Infinity],
  ] as [[string, number], [string, number]];
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const each of [least, greatest]) each[1] = Math.min(each[1], await processorMsOf(work, each[0]));
    if (greatest[1] <= MOMENT_MS || greatest[1] < MOST * least[1]) break;
  }
  return greatest[1] <= MOMENT_MS ? 0 : greatest[1] / least[1];
}

/** The time includes everything else that this process does meanwhile. */
async function processorMsOf(work: Work, text: string): Promise<number> {
  const begun = process.cpuUsage();
  try {
    await work(text);
  } catch (error) {
    if (error instanceof RangeError) throw error; // of a stack or a length that was exceeded
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
