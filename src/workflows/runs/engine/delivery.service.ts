import { Injectable, Logger } from '@nestjs/common';
import { AccountSecretsService } from '../../../accounts/account-secrets.service';
import { failPoint } from '../../../platform/fail-point';
import type { DeliveryAttempt, Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import { HostLimits } from '../../../platform/outbound/host-limits';
import { shownExcerpt } from '../../../platform/outbound/response-excerpt.rules';
import { parseUrl } from '../../../platform/text/text.rules';
import type { WorkflowNode } from '../../model/definition.types';
import { DestinationHealthRepository } from '../../destination-health.repository';
import { render } from '../../nodes/execution.rules';
import type { MailRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import { secretNamesIn } from '../../templates/reference.rules';
import type { RunLease } from './run-leases';
import type { RunExecution } from './run-execution';
import { RunTracing } from './run-tracing';
import { withWarnings } from './step-result.rules';
import { FairScheduler } from './fair-scheduler';
import { RunMetrics } from './run-metrics';
import { LeaseLost } from '../store/leased-runs.repository';
import type { LeasedRun, EndedAttempt } from '../store/run.types';
import type { TestMail } from '../store/workflow-run.entity';
import { messageIdOf } from '../store/step-rows.rules';
import { DeliverySender } from './delivery-sender';
import { RunFilesService } from './run-files.service';
import { hiddenParts, refusalOf, valuesOf } from './delivery-secrets.rules';
import { displayedRequest, type MessageIdentity } from './request-headers.rules';

export type PermitDecision =
  { kind: 'granted'; permit: HostPermit } | { kind: 'later'; inMs: number } | { kind: 'refused'; errorCode: string };

/** The permission to make one attempt. An unused permit must be released as well. */
export interface HostPermit {
  node: WorkflowNode;
  release: (wasConnected: boolean) => void;
}

@Injectable()
export class DeliveryService {
  private readonly log = new Logger('Deliveries');

  constructor(
    private readonly sender: DeliverySender,
    private readonly health: DestinationHealthRepository,
    private readonly hosts: HostLimits,
    private readonly secrets: AccountSecretsService,
    private readonly files: RunFilesService,
    private readonly scheduler: FairScheduler,
    private readonly metrics: RunMetrics,
    private readonly tracing: RunTracing,
  ) {}

  /** Never rejects. Called before the intent is written, so that neither a busy host nor a disabled destination costs an attempt. */
  async requestPermit({ run }: RunExecution, node: WorkflowNode): Promise<PermitDecision> {
    const isDisabled = run.failingDestinations.some(({ nodeId, isDisabled }) => nodeId === node.id && isDisabled);
    if (isDisabled && !run.testMail) return { kind: 'refused', errorCode: 'channel_disabled' };
    const acquired = await this.hosts.tryAcquire(hostOf(run, node), performance.now());
    if (!acquired.isAcquired) return { kind: 'later', inMs: acquired.retryAfterMs };
    const release = (wasConnected: boolean) => acquired.release(wasConnected, performance.now());
    return { kind: 'granted', permit: { node, release } };
  }

  /** Makes one attempt of a step whose intent has been written. Never rejects; the outcome is discarded if the lease is lost. */
  async attempt(execution: RunExecution, lease: RunLease, { node, release }: HostPermit): Promise<EndedAttempt> {
    const startedAtMs = performance.now();
    const sent = this.send(execution, lease, node);
    const attempt = await sent.catch((error: unknown) => this.internalError(execution.run, node, error));
    release(attempt.wasConnected);
    const durationMs = performance.now() - startedAtMs;
    this.metrics.countAttempt(node.type, attempt.outcome.kind, durationMs / 1000);
    if (this.tracing.isOn) this.tracing.endAttempt(execution.run, node.id, attempt, durationMs);
    const { outcome, output, answer, hosts, responseExcerpt } = attempt;
    return { node, outcome, output, endedAt: execution.now(), httpStatus: answer.status ?? null, hosts, responseExcerpt };
  }

  private async send(execution: RunExecution, lease: RunLease, node: WorkflowNode): Promise<AttemptWithOutput> {
    const { run } = execution;
    const opened = await this.secrets.open(run.accountId, [...secretNamesIn(node.config)]);
    const secrets = valuesOf(opened);
    const masked = execution.stateAt(node);
    const state = this.files.withLinks(masked, execution.steps.of(node).startedAt!);
    const work = execution.renderBudget.begin(node.id, () => this.scheduler.nextSlice());
    const rendered = await render(typeOf(node) as SendingType, node.config, { state, masked, escapesJson: run.escapesJson }, secrets, work);
    const { failure, warnings } = rendered;
    if (failure) return { ...unsent(failure.code), output: withWarnings({ message: failure.message }, warnings) };
    const refusal = refusalOf(rendered.request, opened);
    if (refusal !== null) return { ...unsent('host_not_allowed'), output: withWarnings({ message: refusal }, warnings) };
    const message = { id: messageIdOf(run, node.id), sentAt: execution.now() };
    await lease.confirm();
    const request = run.testMail ? testMailOf(rendered.request as MailRequest, run.testMail) : rendered.request;
    const attempt = await this.sender.send({ ...message, workflowId: run.workflowId, hops: run.hops, node, state, rendered: request });
    failPoint('delivery-answered');
    if (!run.testMail) await this.recordHealth(run, node, attempt.outcome);
    const trace = run.testMail
      ? { request: rendered.masked, sent_to: run.testMail.to }
      : { request: traceOf(rendered.masked, node, message) };
    const hosts = hostsOf(request, attempt);
    const responseExcerpt = attempt.excerpt ? shownExcerpt(attempt.excerpt, hiddenParts(rendered, state, secrets)) : undefined;
    return { ...attempt, hosts, responseExcerpt, output: withWarnings({ ...trace, ...attempt.answer }, warnings) };
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

  /** The outcome of an internal error before anything was sent. The attempt is retried, and other branches of the run continue. */
  private internalError({ id: runId }: LeasedRun, { id: nodeId }: WorkflowNode, error: unknown): AttemptWithOutput {
    const isReported = !(error instanceof LeaseLost);
    if (isReported) this.log.error({ err: error, run_id: runId, node_id: nodeId }, 'A delivery attempt failed.');
    const outcome = { kind: 'retry', errorCode: 'internal_error', retryAfterSeconds: null } as const;
    return { ...NOT_SENT, outcome, output: null };
  }
}

type AttemptWithOutput = DeliveryAttempt & Pick<EndedAttempt, 'output' | 'hosts' | 'responseExcerpt'>;

/** An attempt that was not sent counts as connected, since it says nothing about the host. */
const NOT_SENT = { wasConnected: true, answer: {}, hosts: [] };

const unsent = (errorCode: string): Omit<AttemptWithOutput, 'output'> => ({
  ...NOT_SENT,
  outcome: { kind: 'failed', errorCode, isGone: false },
});

/** The host whose limits apply. A secret address counts as a host of its own, and all mails share the mail server. */
function hostOf({ accountId }: LeasedRun, node: WorkflowNode): string {
  if (typeOf(node).channel === 'mail') return 'mail';
  const { url = '' } = node.config as { url?: string };
  return parseUrl(url)?.host ?? `${accountId} ${url}`;
}

/** The hosts, or the domains of mail addresses, that may have received the body of a request. */
function hostsOf(request: RenderedRequest, { outcome, answer }: DeliveryAttempt): string[] {
  const mayHaveArrived = outcome.kind === 'delivered' || outcome.kind === 'uncertain' || answer.status !== undefined;
  if (!mayHaveArrived) return [];
  if (request.channel === 'http') return [parseUrl(request.url)!.host];
  return [...new Set(request.to.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))];
}

/** Sends the mail of a test to the account instead of its recipients, and marks the subject. */
const testMailOf = (mail: MailRequest, { to }: TestMail): MailRequest => ({ ...mail, to: [to], subject: `[Test] ${mail.subject}` });

/** The masked request without its content, so that a submission is not stored a second time. */
function traceOf(masked: RenderedRequest, node: WorkflowNode, message: MessageIdentity): object {
  if (masked.channel === 'mail') return { channel: 'mail', to: masked.to, subject: masked.subject };
  const { body: _, ...trace } = displayedRequest(masked, node, message);
  return trace;
}
