import { withConnection } from '../database-connection';
import { failed, ok } from './finding.rules';
import type { Finding } from './finding.rules';

/** Whether this machine and the database agree on the time: some of what is stored is dated here, some there. */
export async function checkClock(url: string): Promise<Finding> {
  const seconds = Math.abs(await secondsBehind(url));
  const difference = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} seconds.`;
  if (seconds < MOST_SECONDS) return ok(difference);
  return failed(difference, 'Let both be set by a time server (NTP).');
}

const MOST_SECONDS = 2;

/** Measured against the middle of the question and its answer. */
const secondsBehind = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const asked = Date.now();
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const answered = Date.now();
    return (rows[0]!.now.getTime() - (asked + answered) / 2) / 1000;
  });
