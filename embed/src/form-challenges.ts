import { answerText, type Challenge, FRESH_MS, type Solution, type Solve, SOLVER } from './challenge.types';
import { schemaOf, getJson } from './form-schemas';
import type { StoredSubmission } from './submission.types';

interface Opened {
  challenge: Challenge;
  openedAt: number;
  solution?: Promise<Solution | null>;
}

/** The unused challenges of this page, and the first challenge of each form, by endpoint. */
const opened = new Map<string, Opened>();
const firsts = new Map<string, Challenge>();

export const firstChallengeOf = (endpoint: string): Challenge | undefined => firsts.get(endpoint);

/** Fetches the challenge of a form that requires one, when the page is opened, since the service measures the time from here. */
export async function openChallenge(endpoint: string): Promise<void> {
  if ((await schemaOf(endpoint))?.proof_of_work) await fetchChallenge(endpoint);
}

export function solveEarly(endpoint: string): void {
  const current = opened.get(endpoint);
  if (current) void solved(current, endpoint);
}

/**
 * The value of `_altcha`; null for a form that requires none. Rejects when no challenge can be fetched.
 * @param isRefused true if the service has required a solution, or another one
 */
export async function answerFor({ endpoint, first }: StoredSubmission, isRefused: boolean): Promise<string | null> {
  const current = isRefused ? undefined : opened.get(endpoint);
  opened.delete(endpoint); // a challenge can be used once
  const isFresh = current && performance.now() - current.openedAt < FRESH_MS;
  if (!isFresh && !isRefused && !first && !(await schemaOf(endpoint))?.proof_of_work) return null;
  const used = isFresh ? current : await fetchChallenge(endpoint);
  if (!used) return null;
  opened.delete(endpoint);
  return answerText({ challenge: used.challenge, solution: await solved(used, endpoint), first });
}

async function fetchChallenge(endpoint: string): Promise<Opened | null> {
  const { status, body } = await getJson(endpoint.replace(/submit$/, 'challenge'));
  if (status === 429 || status >= 500) throw new Error('later');
  if (status !== 200) return null;
  const challenge = body as Challenge;
  const entry = { challenge, openedAt: performance.now() };
  opened.set(endpoint, entry);
  if (!firsts.has(endpoint)) firsts.set(endpoint, challenge);
  return entry;
}

const solved = (entry: Opened, endpoint: string): Promise<Solution | null> =>
  (entry.solution ??= entry.challenge.parameters.data.solve
    ? solver(endpoint)
        .then((solve) => solve(entry.challenge))
        .catch(() => null)
    : Promise.resolve(null));

const self = document.currentScript as HTMLScriptElement | null;
let loading: Promise<Solve> | undefined;

/** Loads the solver from the address of this script, with an `integrity` attribute if the page's own script element has one. */
function solver(endpoint: string): Promise<Solve> {
  loading ??= new Promise<Solve>((resolve, reject) => {
    const script = document.createElement('script');
    const place = self?.src || new URL('../../../../', endpoint);
    script.src = new URL(self?.integrity ? SOLVER_FILE : 'solver.js', place).href;
    script.crossOrigin = 'anonymous';
    if (self?.integrity) script.integrity = SOLVER_INTEGRITY;
    if (self?.nonce) script.nonce = self.nonce;
    script.onload = () => resolve((window as unknown as Record<symbol, Solve>)[SOLVER]!);
    script.onerror = () => reject(new Error('not loaded'));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The build defines both: the name of the solver's file with its digest, and its integrity. */
declare const SOLVER_FILE: string;
declare const SOLVER_INTEGRITY: string;
