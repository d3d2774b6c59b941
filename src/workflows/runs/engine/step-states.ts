import type { WorkflowNode } from '../../model/definition.types';
import { portOfFailure } from '../../definition/schedule.rules';
import type { VisitorMailSkip } from '../../model/visitor-mail.types';
import type { Price } from '../../definition/cost.rules';
import type { EndedAttempt, Progress, StepOutcome, StepRow } from '../store/run.types';

/** The steps of a run in memory, with a record of those that have changed since the last write. */
export class StepStates {
  private readonly rows: Map<string, StepRow>;
  private readonly unwritten = new Set<string>();
  private billed: Progress['billed'] = [];

  constructor(
    rows: readonly StepRow[],
    private readonly now: () => Date,
    private readonly priceOf: Price,
  ) {
    this.rows = new Map(rows.map((row) => [row.nodeId, row]));
  }

  get consumedPoints(): number {
    return [...this.rows.values()].reduce((sum, { billedPoints }) => sum + billedPoints, 0);
  }

  get byNode(): ReadonlyMap<string, StepRow> {
    return this.rows;
  }

  of({ id }: { id: string }): StepRow {
    return this.rows.get(id) ?? { ...UNSTARTED, nodeId: id };
  }

  nextDueAt(): Date | null {
    const dates = [...this.rows.values()].flatMap(({ dueAt }) => dueAt ?? []);
    return dates.reduce<Date | null>((earliest, date) => (earliest && earliest < date ? earliest : date), null);
  }

  begin(node: WorkflowNode): void {
    const step = this.started(node);
    this.put({ ...step, status: 'running', attemptCount: step.attemptCount + 1, dueAt: null });
  }

  /** Records the intent to send, which is written before anything is sent. */
  beginAttempt(node: WorkflowNode): void {
    this.begin(node);
    const step = this.of(node);
    const attempt = { ...UNKNOWN_END, startedAt: this.now().toISOString() };
    this.put({ ...step, attempts: [...(step.attempts ?? []), attempt] });
  }

  /** @param retryAt the time of the next attempt; null when this was the last one */
  endAttempt(attempt: EndedAttempt, retryAt: Date | null): void {
    const { node, outcome, output } = attempt;
    if (isUnsent(outcome)) return this.takeBackAttempt(node, outcome.errorCode, output);
    this.put({ ...this.of(node), attempts: withEnd(this.of(node).attempts, attempt) });
    const step = { ...this.of(node), output: withStorableText(output) };
    if (outcome.kind === 'delivered')
      return this.end(node, { ...step, status: 'succeeded', port: 'out', errorCode: null }, this.priceOf(node));
    const { kind, errorCode } = outcome;
    if (kind === 'skipped') return this.skip(node, errorCode, output);
    if (retryAt) return this.put({ ...step, status: 'waiting', dueAt: retryAt, errorCode });
    if (kind !== 'uncertain') return this.fail(node, errorCode, output);
    this.end(node, { ...step, status: 'uncertain', errorCode }, this.priceOf(node));
  }

  /** Makes a step wait without counting an attempt. */
  postpone(node: WorkflowNode, until: Date): void {
    this.put({ ...this.started(node), status: 'waiting', dueAt: until });
  }

  wait(node: WorkflowNode, until: Date, output: unknown): void {
    this.put({ ...this.of(node), status: 'waiting', dueAt: until, output: withStorableText(output) });
  }

  succeed(node: WorkflowNode, { port, output, changes }: Pick<StepRow, 'port' | 'output' | 'changes'>): void {
    const stored = withStorableText({ output, changes });
    this.end(node, { ...this.of(node), status: 'succeeded', port, ...stored }, this.priceOf(node));
  }

  /** A failed step costs nothing. */
  fail(node: WorkflowNode, errorCode: string, output: unknown): void {
    const step = { ...this.started(node), output: withStorableText(output) };
    this.end(node, { ...step, status: 'failed', port: portOfFailure(node), errorCode }, 0);
  }

  /** Ends a mail to a visitor that is not sent, or cannot arrive. It costs nothing, and what stands behind it goes on. */
  skip(node: WorkflowNode, errorCode: VisitorMailSkip, output: unknown): void {
    const step = { ...this.started(node), output: withStorableText(output) };
    this.end(node, { ...step, status: 'skipped', port: 'out', errorCode }, 0);
  }

  /** Ends a step without executing its node. */
  settle({ nodeId, status, port }: Pick<StepRow, 'nodeId' | 'status' | 'port'>): void {
    this.put({ ...this.of({ id: nodeId }), status, port, dueAt: null, completedAt: this.now() });
  }

  takeUnwritten(): Pick<Progress, 'steps' | 'billed'> {
    const taken = { steps: [...this.unwritten].map((id) => this.of({ id })), billed: this.billed };
    this.unwritten.clear();
    this.billed = [];
    return taken;
  }

  private takeBackAttempt(node: WorkflowNode, errorCode: VisitorMailSkip, output: unknown): void {
    const { attempts, attemptCount, ...step } = this.of(node);
    this.put({ ...step, attemptCount: attemptCount - 1, attempts: attempts!.slice(0, -1) });
    this.skip(node, errorCode, output);
  }

  private started(node: WorkflowNode): StepRow {
    const step = this.of(node);
    return { ...step, startedAt: step.startedAt ?? this.now() };
  }

  private end(node: WorkflowNode, step: StepRow, points: number): void {
    if (points > 0) this.billed.push({ nodeId: node.id, points });
    this.put({ ...step, billedPoints: points, dueAt: null, completedAt: this.now() });
  }

  private put(step: StepRow): void {
    this.rows.set(step.nodeId, step);
    this.unwritten.add(step.nodeId);
  }
}

/**
 * Replaces U+0000 and unpaired surrogates by U+FFFD, since PostgreSQL refuses them in JSON. A template can produce an unpaired surrogate by
 * cutting an emoji in two. Later nodes get the replaced value too, so that they read the same value before and after a restart.
 */
export function withStorableText<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (!MAY_BE_REFUSED.test(text)) return value;
  return JSON.parse(text, (_, part: unknown) => (typeof part === 'string' ? replaced(part) : part)) as Value;
}

/** The JSON escapes of these characters. It also matches text that only looks like one, which stays as it is. */
const MAY_BE_REFUSED = /\\u(?:0000|d[89a-f])/;

const replaced = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

const UNKNOWN_END = { completedAt: null, status: null, errorCode: null, httpStatus: null };

interface Unsent {
  kind: 'skipped';
  errorCode: Exclude<VisitorMailSkip, 'undeliverable'>;
}

/** True for a mail that was not sent, although the intent to send it was written. */
const isUnsent = (outcome: StepOutcome): outcome is Unsent => outcome.kind === 'skipped' && outcome.errorCode !== 'undeliverable';

const STATUSES = { delivered: 'succeeded', retry: 'failed', failed: 'failed', skipped: 'failed', uncertain: 'uncertain' } as const;

function withEnd(attempts: StepRow['attempts'], attempt: EndedAttempt): StepRow['attempts'] {
  const { outcome, endedAt, httpStatus, hosts, responseExcerpt } = attempt;
  const errorCode = outcome.kind === 'delivered' ? null : outcome.errorCode;
  const end = {
    completedAt: endedAt?.toISOString() ?? null,
    status: STATUSES[outcome.kind],
    errorCode,
    httpStatus,
    hosts,
    responseExcerpt,
  };
  return [...attempts!.slice(0, -1), { ...attempts!.at(-1)!, ...end }];
}

export const UNSTARTED: Omit<StepRow, 'nodeId'> = {
  status: 'pending',
  port: null,
  output: null,
  changes: null,
  billedPoints: 0,
  attemptCount: 0,
  attempts: null,
  errorCode: null,
  dueAt: null,
  startedAt: null,
  completedAt: null,
};
