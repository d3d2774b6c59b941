import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const PER_SECOND = 50;
/** The codes of requests that find no room in the queue of the kernel, or lose their place in it. */
const UNANSWERED = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET', 'ECONNRESET'];

/**
 * Sends few requests at a steady rate, whether earlier ones have been answered or not, while others make the load. Resolves with the
 * milliseconds of accepted and of refused ones, and the number of those that were not answered in time. Throws when a refusal is not one of overload: 429 or 503 with `Retry-After`.
 */
export async function probe(url, { method, paths, headers, body }, { seconds, afterSeconds }) {
  const dispatcher = new Agent({ connections: 512, headersTimeout: 20_000 });
  const times = { accepted: [], refused: [], unanswered: 0 };
  const send = async () => {
    const path = paths[Math.floor(Math.random() * paths.length)];
    const beganMs = performance.now();
    const answer = await request(url + path, { method, headers, body, dispatcher });
    await answer.body.dump();
    const kind = answer.statusCode < 300 ? 'accepted' : 'refused';
    times[kind].push(performance.now() - beganMs);
    const isOverload = [429, 503].includes(answer.statusCode) && Number(answer.headers['retry-after']) > 0;
    if (kind === 'refused' && !isOverload) throw new Error(`${path} was refused with ${answer.statusCode}.`);
  };
  const countUnanswered = (error) => {
    if (!UNANSWERED.includes(error.code)) throw error;
    times.unanswered += 1;
  };
  await pause(afterSeconds * 1000);
  const sending = [];
  for (const beganMs = performance.now(); performance.now() < beganMs + seconds * 1000; await pause(1000 / PER_SECOND))
    sending.push(send().catch(countUnanswered));
  await Promise.all(sending);
  await dispatcher.destroy();
  return times;
}
