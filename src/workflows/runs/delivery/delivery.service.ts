import { Injectable, Logger } from '@nestjs/common';
import { AccountSecretsService } from '../../../accounts/account-secrets.service';
import { Clock } from '../../../platform/clock';
import { HostLimits } from '../../../platform/outbound/host-limits';
import { mayTryAgain, nextAttemptDelayMs } from '../../../platform/outbound/retry-schedule.rules';
import { parseUrl } from '../../../platform/url.rules';
import type { WorkflowNode } from '../../definition/definition.types';
import { render, renderMasked } from '../../nodes/execution.rules';
import type { SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../nodes/run-state.types';
import { secretNamesIn } from '../../templates/reference.rules';
import { withWarnings } from '../engine/step-result.rules';
import { DestinationHealthRepository } from './destination-health.repository';
import { DestinationSender } from './destination-sender';
import type { AttemptVerdict } from './destination-sender';
import { LeaseLost } from '../engine/run-lease';
import type { RunLease } from '../engine/run-lease';
import type { RunSession } from '../engine/run-session';
import { MAX_LOST_WORKERS } from '../engine/run-session';
import type { AttemptEnd, LeasedRun } from '../store/run.types';
import { messageIdOf } from '../store/step-id.rules';
import { shownRequest, type Dispatch } from './wire-headers.rules';

/** Whether an attempt may begin: at once, not now, or not at all. */
export type Admission =
  { kind: 'admitted'; permit: Permit } | { kind: 'later'; inMs: number } | { kind: 'refused'; errorCode: string };

/** The right to one attempt. Whoever does not use it gives it back. */
export interface Permit {
  node: WorkflowNode;
  release: (wasConnected: boolean) => void;
}

/** Carries what a destination node renders to where it belongs, one attempt at a time. */
@Injectable()
export class DeliveryService {
  private readonly log = new Logger('Deliveries');

  constructor(
    private readonly channels: DestinationSender,
    private readonly health: DestinationHealthRepository,
    private readonly hosts: HostLimits,
    private readonly secrets: AccountSecretsService,
    private readonly clock: Clock,
  ) {}

  /** Asked before the intent is written, so that neither a busy host nor a disabled channel costs an attempt. */
  admit({ run }: RunSession, node: WorkflowNode): Admission {
    const isDisabled = run.channels.some((channel) => channel.nodeId === node.id && channel.isDisabled);
    if (isDisabled) return { kind: 'refused', errorCode: 'channel_disabled' };
    const acquired = this.hosts.tryAcquire(hostOf(run, node), performance.now());
    if (!acquired.isAcquired) return { kind: 'later', inMs: acquired.retryAfterMs };
    const release = (wasConnected: boolean) => acquired.release(wasConnected, performance.now());
    return { kind: 'admitted', permit: { node, release } };
  }

  /** One attempt of a step whose intent is in its row. Whatever happens is a value, which is discarded with a lost lease. */
  async attempt(session: RunSession, lease: RunLease, { node, release }: Permit): Promise<AttemptEnd> {
    const sending = this.send(session, lease, node);
    const attempt = await sending.catch((error: unknown) => this.broken(session.run, node, error));
    release(attempt.verdict.wasConnected);
    return endOf(session, node, attempt);
  }

  /**
   * After a worker has vanished between the intent and the outcome: perhaps sent, perhaps not. The receiver has refused nothing, so it
   * need not be given time: what may be repeated is repeated soon, however many attempts there were.
   */
  afterLoss(session: RunSession, node: WorkflowNode): AttemptEnd {
    const lostWorkers = lostWorkersOf(session.steps.of(node).output) + 1;
    const output = { lost_workers: lostWorkers };
    const isPoison = session.isPoison(node) || lostWorkers >= MAX_LOST_WORKERS;
    if (isPoison) return { kind: 'failed', errorCode: 'worker_lost', output };
    const { retryUncertain } = (typeOf(node) as SendingType).settings(node.config);
    const isRepeated = retryUncertain && mayTryAgain(session.steps.of(node).attemptCount);
    if (!isRepeated) return { kind: 'uncertain', errorCode: 'no_response', output };
    return { kind: 'again', errorCode: 'no_response', output, at: new Date(session.now().getTime() + AFTER_LOSS_MS) };
  }

  private async send(session: RunSession, lease: RunLease, node: WorkflowNode): Promise<Attempt> {
    const { run } = session;
    const type = typeOf(node) as SendingType;
    const state = session.stateAt(node);
    const secrets = await this.secrets.open(run.accountId, [...secretNamesIn(node.config)]);
    const rendered = render(type, node.config, state, secrets);
    if (rendered.failure) {
      const { failure, warnings } = rendered;
      return { verdict: unsent(failure.code), output: withWarnings({ message: failure.message }, warnings) };
    }
    const dispatch = { id: messageIdOf(run, node.id), sentAt: this.clock.now() };
    await lease.confirm();
    const verdict = await this.channels.send({ ...dispatch, workflowId: run.workflowId, node }, rendered.request);
    await this.note(run, node, verdict);
    const request = traceOf(node, state, dispatch);
    return { verdict, output: withWarnings({ request, ...verdict.answer }, rendered.warnings) };
  }

  /** What is remembered of a destination must not change what has become of a delivery. */
  private async note(run: LeasedRun, { id }: WorkflowNode, verdict: AttemptVerdict): Promise<void> {
    await this.health.note(run, id, verdict).catch((error: unknown) => {
      this.log.warn({ err: error, run_id: run.id, node_id: id }, 'The health of a destination could not be noted.');
    });
  }

  /** Our own fault, before anything was sent. It may be mended by the next attempt, and other branches do not suffer from it. */
  private broken({ id: runId }: LeasedRun, { id }: WorkflowNode, error: unknown): Attempt {
    const isForeign = error instanceof LeaseLost;
    if (!isForeign) this.log.error({ err: error, run_id: runId, node_id: id }, 'An attempt could not be made.');
    return { verdict: { ...unsent('internal_error'), kind: 'retry', retryAfterSeconds: null }, output: null };
  }
}

const AFTER_LOSS_MS = 5_000;

interface Attempt {
  verdict: AttemptVerdict;
  output: unknown;
}

const unsent = (errorCode: string) =>
  ({ kind: 'failed', errorCode, disablesChannel: false, wasConnected: true, answer: {} }) as const;

function endOf(session: RunSession, node: WorkflowNode, { verdict, output }: Attempt): AttemptEnd {
  if (verdict.kind === 'delivered') return { kind: 'succeeded', output };
  const { errorCode } = verdict;
  if (verdict.kind === 'failed') return { kind: 'failed', errorCode, output };
  const inMs = repetitionInMs(session, node, verdict);
  if (inMs !== null) return { kind: 'again', errorCode, output, at: new Date(session.now().getTime() + inMs) };
  return { kind: verdict.kind === 'uncertain' ? 'uncertain' : 'failed', errorCode, output };
}

/** Null when there is no further attempt: none is left, or what may have arrived must not arrive twice. */
function repetitionInMs(session: RunSession, node: WorkflowNode, verdict: AttemptVerdict): number | null {
  const { attemptCount } = session.steps.of(node);
  if (verdict.kind === 'retry') return nextAttemptDelayMs(attemptCount, Math.random, verdict.retryAfterSeconds);
  const { retryUncertain } = (typeOf(node) as SendingType).settings(node.config);
  return retryUncertain ? nextAttemptDelayMs(attemptCount, Math.random, null) : null;
}

/**
 * The host that a node calls, as far as it can be told from the config. An address that is a secret stands for a host by itself. All
 * mail goes to the operator's own server.
 */
function hostOf({ accountId }: LeasedRun, node: WorkflowNode): string {
  if (typeOf(node).channel === 'mail') return 'mail';
  const { url = '' } = node.config as { url?: string };
  return parseUrl(url)?.host ?? `${accountId} ${url}`;
}

/** How many workers in a row have vanished while they were sending this. */
function lostWorkersOf(output: unknown): number {
  const isCounted = typeof output === 'object' && output !== null && 'lost_workers' in output;
  return isCounted ? Number(output.lost_workers) : 0;
}

/** The trace shows where and how, but neither secrets nor once more what was submitted. */
function traceOf(node: WorkflowNode, state: RunState, dispatch: Dispatch): object | null {
  const masked = renderMasked(typeOf(node) as SendingType, node.config, state);
  if (masked.failure) return null;
  const { request } = masked;
  if (request.channel === 'mail') return { channel: 'mail', to: request.to, subject: request.subject };
  const { body: _, ...rest } = shownRequest(request, node, dispatch);
  return rest;
}
