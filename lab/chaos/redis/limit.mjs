import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';

const PER_MINUTE = 120;
const INTERVAL_MS = 40;

/**
 * Asks both API processes in turn with a key whose limit is used up all the time. Counts what passes above the limit, at the moment at which
 * that is most, in shares of a process.
 */
export async function watchLimit({ cli, apis }) {
  const { key } = await cli('keys', 'create', '--name', 'watched', '--read-per-minute', String(PER_MINUTE));
  const watch = { passed: 0, refused: 0, unexpected: [], sharesAbove: 0, end: () => (isOver = true) };
  const beganMs = performance.now();
  let isOver = false;
  atEnd(watch.end);

  const note = (status) => {
    if (status === 429) watch.refused += 1;
    else if (status !== 200) watch.unexpected.push(status);
    if (status !== 200) return;
    watch.passed += 1;
    const refilled = ((performance.now() - beganMs) / 60_000) * PER_MINUTE;
    const above = watch.passed - PER_MINUTE - refilled;
    watch.sharesAbove = Math.max(watch.sharesAbove, above / (PER_MINUTE / apis.length));
  };
  const ask = async (count) => {
    const { port } = apis[count % apis.length];
    const answer = await fetch(`http://127.0.0.1:${port}/v1/capabilities`, { headers: { authorization: `Bearer ${key}` } });
    await answer.text();
    note(answer.status);
  };
  const work = async () => {
    for (let count = 0; !isOver; count += 1) {
      void ask(count).catch(() => undefined); // the end of the trial
      await pause(INTERVAL_MS);
    }
  };
  void work();
  return watch;
}
