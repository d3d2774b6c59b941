import { started } from '../faults/environment.mjs';
import { PATIENCE_MS, until } from './support.mjs';

const ROUNDS = 3;
const RATE = 60;
/** A commit that is not durable is lost for certain within this time after its answer, by the settings of the server. */
const JUST_MS = 100;

/** Kills PostgreSQL right after submissions were answered and webhooks were received. */
export async function killDatabase(world) {
  await world.admin.query('checkpoint'); // what was done before is durable, such as the forms
  const load = world.clients.load({ rate: RATE, mayGoOn: () => true });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const fromMs = performance.now();
    const isWorking = () =>
      answeredSince(world, Math.max(fromMs, performance.now() - JUST_MS)) && receivedSince(world, Date.now() - JUST_MS);
    if (!(await until(isWorking, PATIENCE_MS))) break;
    await world.events.outage('PostgreSQL', () => crash(world));
  }
  await load.stop();
}

async function crash(world) {
  world.counts['kill PostgreSQL'] = (world.counts['kill PostgreSQL'] ?? 0) + 1;
  await world.postgres.kill();
  world.provoked.answeredBeforeCrash += answeredSince(world, performance.now() - JUST_MS);
  world.provoked.receivedBeforeCrash += receivedSince(world, Date.now() - JUST_MS);
  await world.postgres.gone();
  await started(world);
}

const answeredSince = ({ clients }, sinceMs) => clients.state.acceptedAtMs.filter((atMs) => atMs >= sinceMs).length;

const receivedSince = ({ receipts }, sinceMs) => receipts.filter(({ endedAtMs }) => endedAtMs >= sinceMs).length;
