import type { RunStep, Run, Submission } from 'form-collection-client';
import { inShort, isUnsent } from '../../causes.rules';
import { type DeliveryProblem, problemOf, hostOf, outputOf } from '../../problems.rules';
import { titleOf } from '../workflow/words.rules';

export interface Event {
  /** The delivery that it belongs to. */
  of: string;
  /** The class of the line: succeeded, failed, uncertain, waiting, running or pending. */
  state: string;
  /** The name of the delivery; empty if the line above has the same name. */
  title: string;
  outcome: string;
  note: string;
  detail: string;
  /** The answer of the receiver to an attempt that failed. */
  answer?: string | null;
  at: string | null;
  /** The problem of the last attempt of the newest run; absent when it succeeded. */
  problem?: DeliveryProblem;
  /** The run that begins here. */
  run?: string;
}

const MOST_ATTEMPTS = 8;

/** The history of a submission, oldest first: each attempt of each delivery in these runs, which are oldest first as well. */
export function eventsOf(submission: Submission, runs: readonly Run[]): Event[] {
  const ofRuns = runs.flatMap((run, index) => eventsOfRun(run, index === runs.length - 1));
  const isKnown = new Set<string>();
  const distinct = ofRuns.filter(({ of, at, run }) => {
    const key = `${of} ${at} ${run ?? ''}`; // a retry repeats the steps that had succeeded before
    return !isKnown.has(key) && isKnown.add(key);
  });
  const events = [stored(submission), ...distinct, ...notification(submission)];
  const sorted = events.sort((one, other) => (one.at ?? '9').localeCompare(other.at ?? '9'));
  return sorted.map((event, index) => (event.of === sorted[index - 1]?.of ? sameDelivery(event) : event));
}

const EVENT = { outcome: '', note: '', detail: '' };

const stored = ({ received_at: at }: Submission): Event => ({ ...EVENT, of: '', state: 'succeeded', title: 'Stored', at });

function notification({ deliveries }: Submission): Event[] {
  const mail = deliveries.find(({ channel_type: type }) => type === 'notification');
  if (!mail || mail.status === 'skipped') return [];
  const { status, error_code: code, delivered_at: at } = mail;
  const state = { delivered: 'succeeded', retrying: 'waiting' }[status as string] ?? status;
  const isWrong = status === 'failed' || status === 'uncertain';
  const problem: DeliveryProblem = {
    ...{ channel_type: 'notification', name: null, error_code: code, attempt_count: 1 },
    status: status === 'uncertain' ? status : 'failed',
  };
  const outcome = isWrong || status === 'retrying' ? inShort(problem) : '';
  const detail = { delivered: ACCEPTED, pending: 'to be sent', retrying: 'to be tried again' }[status as string] ?? '';
  return [{ ...EVENT, of: 'notification', state, title: 'Notification', outcome, detail, at, ...(isWrong && { problem }) }];
}

const ACCEPTED = 'accepted by the server';

function eventsOfRun(run: Run, isNewest: boolean): Event[] {
  const { id, retry_of_run_id: earlier, created_at: at } = run;
  const steps = run.steps.filter(
    ({ node_kind: kind, node_type: type, status, error_code: code }) =>
      (status !== 'skipped' || isUnsent({ status, error_code: code })) &&
      type !== 'database' &&
      (kind === 'destination' || status === 'failed'),
  );
  const retried: Event = { ...EVENT, of: id, state: 'pending', title: 'Retried', at, run: id };
  return [...(earlier ? [retried] : []), ...steps.flatMap((step) => eventsOfStep(step, run, isNewest))];
}

function eventsOfStep(step: RunStep, run: Run, isNewest: boolean): Event[] {
  const node = run.definition.nodes.find(({ id }) => id === step.node_id);
  const base = { ...EVENT, of: step.node_id, title: node ? titleOf(node) : step.node_id };
  const where = outputOf(step).request?.to?.join(', ') ?? hostOf((node?.config as { url?: unknown })?.url);
  const attempts = (step.attempts ?? []).map((attempt, index): Event => {
    const { started_at: at, status, error_code: code, http_status: http } = attempt;
    const isRepeated = index > 0 || step.attempt_count > 1;
    const hasFailed = status === 'failed' || status === 'uncertain';
    const number =
      isRepeated || (hasFailed && step.status === 'waiting') ? `attempt ${index + 1}${index === 0 ? ` of ${MOST_ATTEMPTS}` : ''}` : '';
    const got = step.node_type === 'email' ? ACCEPTED : `${where ?? 'it'} answered ${http ?? ''}`;
    const detail = status === 'succeeded' ? got : index === 0 ? [where, number].filter(Boolean).join(' · ') : '';
    return {
      ...base,
      ...{ state: status ?? 'running', at, detail },
      outcome: hasFailed ? inShort({ error_code: code, http_status: http }) : status ? '' : 'on its way',
      note: index > 0 ? number : '',
      ...(hasFailed && { answer: attempt.response_excerpt }),
    };
  });
  const last = attempts.at(-1);
  if (step.status === 'waiting' && last) {
    last.outcome += last.outcome && ', retrying';
    return [...attempts, { ...base, state: 'waiting', note: `attempt ${step.attempt_count + 1}`, at: step.due_at }];
  }
  const events = last ? attempts : [{ ...base, ...withoutAttempts(step) }];
  if (isNewest && (step.status === 'failed' || step.status === 'uncertain' || isUnsent(step)))
    events.at(-1)!.problem = problemOf(step, run);
  return events;
}

/** The line of a step that has not begun, or of which no attempt is known. */
function withoutAttempts(step: RunStep): Partial<Event> & Pick<Event, 'state' | 'at'> {
  const { status, error_code: code, completed_at: at, due_at: due } = step;
  const hasFailed = status === 'failed' || status === 'uncertain';
  const words: Record<string, string> = {
    skipped: 'not sent',
    succeeded: 'delivered',
    waiting: 'waits',
    running: 'on its way',
    pending: 'to be sent',
  };
  return { state: status, at: at ?? due, ...(hasFailed ? { outcome: inShort({ error_code: code }) } : { note: words[status] ?? status }) };
}

/** The event without its title, which stands once above all events of a delivery. */
const sameDelivery = (event: Event): Event => ({ ...event, title: '', note: event.outcome ? event.note : event.note.replace(/^a/, 'A') });
