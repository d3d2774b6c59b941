import { Injectable, Logger } from '@nestjs/common';
import { AccountSecretsService } from '../../../accounts/account-secrets.service';
import { failPoint } from '../../../platform/fail-point';
import type { Attempt, Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import { HostLimits } from '../../../platform/outbound/host-limits';
import { parseUrl } from '../../../platform/url.rules';
import type { WorkflowNode } from '../../model/definition.types';
import { DestinationHealthRepository } from '../../destination-health.repository';
import { render } from '../../nodes/execution.rules';
import type { RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import { secretNamesIn } from '../../templates/reference.rules';
import type { RunLease } from './run-leases';
import type { RunSession } from './run-session';
import { RunTracing } from './run-tracing';
import { withWarnings } from './step-result.rules';
import { FairScheduler } from './fair-scheduler';
import { RunMetrics } from './run-metrics';
import { LeaseLost } from '../store/run-lease.repository';
import type { LeasedRun, NodeAttempt } from '../store/run.types';
import { messageIdOf } from '../store/step-rows.rules';
import { AttemptSender } from './attempt-sender';
import { RunFilesService } from './run-files.service';
import { displayedRequest, type Dispatch } from './request-headers.rules';

/** The decision whether an attempt may begin: now, later, or never. */
export type SendDecision =
  { kind: 'admitted'; permit: HostPermit } | { kind: 'later'; inMs: number } | { kind: 'refused'; errorCode: string };

/** The right to one attempt. An unused permit has to be released as well. */
export interface HostPermit {
  node: WorkflowNode;
  release: (wasConnected: boolean) => void;
}

/** Delivers the requests of destination nodes, one attempt at a time. */
@Injectable()
export class DeliveryService {
  private readonly log = new Logger('Deliveries');

  constructor(
    private readonly sender: AttemptSender,
    private readonly health: DestinationHealthRepository,
    private readonly hosts: HostLimits,
    private readonly secrets: AccountSecretsService,
    private readonly files: RunFilesService,
    private readonly slices: FairScheduler,
    private readonly metrics: RunMetrics,
    private readonly tracing: RunTracing,
  ) {}

  /** Never rejects. Called before the intent is written, so that neither a busy host nor a disabled destination costs an attempt. */
  async admit({ run }: RunSession, node: WorkflowNode): Promise<SendDecision> {
    const isDisabled = run.failingDestinations.some(({ nodeId, isDisabled }) => nodeId === node.id && isDisabled);
    if (isDisabled) return { kind: 'refused', errorCode: 'channel_disabled' };
    const acquired = await this.hosts.tryAcquire(hostOf(run, node), performance.now());
    if (!acquired.isAcquired) return { kind: 'later', inMs: acquired.retryAfterMs };
    const release = (wasConnected: boolean) => acquired.release(wasConnected, performance.now());
    return { kind: 'admitted', permit: { node, release } };
  }

  /** One attempt of a step whose intent has been written. Never rejects; the outcome is discarded if the lease is lost. */
  async attempt(session: RunSession, lease: RunLease, { node, release }: HostPermit): Promise<NodeAttempt> {
    const startedAtMs = performance.now();
    const sending = this.send(session, lease, node);
    const attempt = await sending.catch((error: unknown) => this.internalError(session.run, node, error));
    release(attempt.wasConnected);
    const durationMs = performance.now() - startedAtMs;
    this.metrics.countAttempt(node.type, attempt.outcome.kind, durationMs / 1000);
    if (this.tracing.isOn) this.tracing.endAttempt(session.run, node.id, attempt, durationMs);
    const { outcome, output, answer, hosts } = attempt;
    return { node, outcome, output, endedAt: session.now(), httpStatus: answer.status ?? null, hosts };
  }

  private async send(session: RunSession, lease: RunLease, node: WorkflowNode): Promise<AttemptWithOutput> {
    const { run } = session;
    const secrets = await this.secrets.open(run.accountId, [...secretNamesIn(node.config)]);
    const masked = session.stateAt(node);
    const state = this.files.withLinks(masked, session.steps.of(node).startedAt!);
    const work = session.renderBudget.begin(node.id, () => this.slices.turn());
    const rendered = await render(typeOf(node) as SendingType, node.config, { state, masked }, secrets, work);
    const { failure, warnings } = rendered;
    if (failure) return { ...unsent(failure.code), output: withWarnings({ message: failure.message }, warnings) };
    const dispatch = { id: messageIdOf(run, node.id), sentAt: session.now() };
    await lease.confirm();
    const sending = { ...dispatch, workflowId: run.workflowId, node, state };
    const attempt = await this.sender.send(sending, rendered.request);
    failPoint('delivery-answered');
    await this.recordHealth(run, node, attempt.outcome);
    const request = traceOf(rendered.masked, node, dispatch);
    const hosts = hostsOf(rendered.request, attempt);
    return { ...attempt, hosts, output: withWarnings({ request, ...attempt.answer }, warnings) };
  }

  /** A failure to record the health of a destination must not change the outcome of the delivery. */
  private async recordHealth(run: LeasedRun, { id: nodeId }: WorkflowNode, outcome: Outcome): Promise<void> {
    try {
      const wasFailing = run.failingDestinations.some((destination) => destination.nodeId === nodeId);
      if (outcome.kind === 'failed' && outcome.isGone) await this.health.disable(run.workflowId, nodeId);
      else if (outcome.kind !== 'delivered') await this.health.recordFailure(run.workflowId, nodeId);
      else if (wasFailing) await this.health.recordSuccess(run.workflowId, nodeId);
    } catch (error) {
      this.log.warn({ err: error, run_id: run.id, node_id: nodeId }, 'The health of a destination was not recorded.');
    }
  }

  /** An error of the service itself, before anything was sent. It is retried, and the other branches of the run continue. */
  private internalError({ id: runId }: LeasedRun, { id: nodeId }: WorkflowNode, error: unknown): AttemptWithOutput {
    const isReported = !(error instanceof LeaseLost);
    if (isReported) this.log.error({ err: error, run_id: runId, node_id: nodeId }, 'A delivery attempt failed.');
    const outcome = { kind: 'retry', errorCode: 'internal_error', retryAfterSeconds: null } as const;
    return { ...NOT_SENT, outcome, output: null };
  }
}

type AttemptWithOutput = Attempt & Pick<NodeAttempt, 'output' | 'hosts'>;

/** Tells nothing about the destination. */
const NOT_SENT = { wasConnected: true, answer: {}, hosts: [] };

const unsent = (errorCode: string): Omit<AttemptWithOutput, 'output'> => ({
  ...NOT_SENT,
  outcome: { kind: 'failed', errorCode, isGone: false },
});

/**
 * The host whose limits apply to a node, as far as its config tells. An address that is a secret counts as a host of its own. All mail
 * goes to the one server of the operator.
 */
function hostOf({ accountId }: LeasedRun, node: WorkflowNode): string {
  if (typeOf(node).channel === 'mail') return 'mail';
  const { url = '' } = node.config as { url?: string };
  return parseUrl(url)?.host ?? `${accountId} ${url}`;
}

/** The hosts, or the domains of the addresses, to which the body of a request may have gone. */
function hostsOf(request: RenderedRequest, { outcome, answer }: Attempt): string[] {
  const mayHaveArrived = outcome.kind === 'delivered' || outcome.kind === 'uncertain' || answer.status !== undefined;
  if (!mayHaveArrived) return [];
  if (request.channel === 'http') return [parseUrl(request.url)!.host];
  return [...new Set(request.to.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))];
}

/** The masked request without its content, so that a submission is not stored a second time. */
function traceOf(masked: RenderedRequest, node: WorkflowNode, dispatch: Dispatch): object {
  if (masked.channel === 'mail') return { channel: 'mail', to: masked.to, subject: masked.subject };
  const { body: _, ...trace } = displayedRequest(masked, node, dispatch);
  return trace;
}
