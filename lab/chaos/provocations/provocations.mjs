import { submitToEveryKind } from './every-kind.mjs';
import { holdCommit } from './held-commit.mjs';
import { killDatabase } from './killed-database.mjs';
import { killWorkers } from './killed-workers.mjs';
import { loseWakeUp } from './lost-wake-up.mjs';
import { suspendWorker } from './suspended-worker.mjs';

/**
 * The provocations of every run before its faults at random, on an idle service, so that none of its promises is kept by luck.
 * Each names what has to have happened, with the words of the report; an invariant names what it needs in `provokedBy`.
 */
export const PROVOCATIONS = {
  'every-kind': {
    provoke: submitToEveryKind,
    evidence: {
      consumed: 'runs that consumed points of a limited account',
      released: 'runs that gave points back to a limited account',
      files: 'submissions with a file',
    },
  },
  'held-commit': {
    provoke: holdCommit,
    evidence: {
      heldCommit: 'commits that were held back until it was clear that they wake nobody',
      sameKey: 'keys that both API processes tried to store at once',
      batch: 'submissions of one form in one batch',
    },
  },
  'lost-wake-up': {
    provoke: loseWakeUp,
    evidence: { lostWakeUp: 'runs that went on although their wake-up, and the answer to their client, was lost' },
  },
  'suspended-worker': {
    provoke: suspendWorker,
    evidence: {
      otherClaim: 'runs that a worker claimed while another run was leased',
      lateWrite: 'outcomes that a worker tried to write while another one held the run',
    },
  },
  'killed-workers': {
    provoke: killWorkers,
    evidence: {
      killedBeforeSending: 'deliveries whose worker was killed before the first byte',
      sentAgain: 'deliveries that were repeated, since their worker was killed after the answer',
    },
  },
  'killed-database': {
    provoke: killDatabase,
    /** Everything else has ended before. */
    isLast: true,
    evidence: {
      answeredBeforeCrash: 'submissions that were answered within 100 ms before PostgreSQL was killed',
      receivedBeforeCrash: 'webhooks that were received within 100 ms before PostgreSQL was killed',
    },
  },
};

const ATTEMPTS = 3;

/** Provokes what the names say, or everything. What was not provoked is tried again, unless a promise is broken already. */
export async function provoke(world, names = Object.keys(PROVOCATIONS)) {
  const unknown = names.find((name) => !PROVOCATIONS[name]);
  if (unknown !== undefined) throw new Error(`There is no provocation ${unknown}, only ${Object.keys(PROVOCATIONS).join(', ')}.`);
  const provocations = names.map((name) => ({ name, ...PROVOCATIONS[name] }));
  world.provoked = Object.fromEntries(provocations.flatMap(({ evidence }) => Object.keys(evidence)).map((key) => [key, 0]));
  Object.assign(world, { earlyWakeUps: 0, stuckRuns: 0 });
  const isMissing = ({ evidence }) => Object.keys(evidence).some((key) => world.provoked[key] === 0);
  for (let attempt = 1; attempt <= ATTEMPTS && !isBroken(world); attempt += 1) await provokeOnce(world, provocations.filter(isMissing));
}

export const isBroken = ({ earlyWakeUps, stuckRuns }) => earlyWakeUps + stuckRuns > 0;

/** Some provocations wait for as long as a lease lasts, so they wait together. */
async function provokeOnce(world, provocations) {
  let ends = [];
  for (const { name, provoke: begin, isLast } of provocations) {
    if (isLast) await settle(ends.splice(0));
    if (isBroken(world)) break;
    world.log(`provocation: ${name}`);
    ends.push(await begin(world));
  }
  await settle(ends);
}

async function settle(ends) {
  for (const end of ends) await end?.();
}

/** The rows of the report about them. */
export function provocationRows({ provoked, earlyWakeUps, stuckRuns }) {
  const texts = Object.assign({}, ...Object.values(PROVOCATIONS).map(({ evidence }) => evidence));
  return [
    { target: 'R3', what: 'wake-ups that were added before their commit', value: earlyWakeUps, atMost: 0 },
    { target: 'R3', what: 'runs that nobody went on with', value: stuckRuns, atMost: 0 },
    ...Object.entries(provoked).map(([key, value]) => ({ target: 'C4', what: texts[key], value, atLeast: 1 })),
  ];
}
