import { setTimeout as pause } from 'node:timers/promises';
import { interleaved, median, ratio } from '../support/compare.mjs';
import { makeForms, submitTo } from '../support/forms.mjs';
import { load } from '../support/load.mjs';

const MIB = 1024 * 1024;

/** Start-up time and memory of an API process, and the throughput that a second one adds. */
export async function processes(bench) {
  const starts = await interleaved({ 'cold start': () => startedIn(bench) }, 3);
  const [first, second] = [await bench.startApi(), await bench.startApi()];
  await pause(2_000);
  const idle = first.residentMemory() / MIB;
  const forms = await makeForms(first.client, 50);
  const results = await interleaved({
    'one process': () => load(first.url, submitTo(forms)),
    'two processes': () => onBoth([first, second], submitTo(forms)),
  });
  const busy = first.residentMemory() / MIB;
  await Promise.all([first.stop(), second.stop()]);
  const [one, two] = Object.values(results);
  return [
    {
      what: 'seconds from the start of an API process to its first answer',
      ratio: median(starts['cold start'].map(({ seconds }) => seconds)),
      atMost: 2,
    },
    { what: 'MiB of an idle API process', ratio: idle, atMost: 150 },
    { what: 'MiB of an API process under load', ratio: busy, atMost: 300 },
    { what: 'accepted by two API processes : by one', ratio: ratio(two, one), atLeast: 1 },
  ];
}

async function startedIn(bench) {
  const api = await bench.startApi();
  await api.stop();
  return { seconds: api.readyInMs / 1000 };
}

async function onBoth(servers, requests) {
  const results = await Promise.all(servers.map(({ url }) => load(url, requests, { connections: 32 })));
  return { perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0) };
}
