import { Injectable, Logger } from '@nestjs/common';
import { AccountSecretsService } from '../../../accounts/account-secrets.service';
import { failPoint } from '../../../platform/fail-point';
import type { DeliveryAttempt } from '../../../platform/outbound/delivery-outcome.rules';
import { HostLimits } from '../../../platform/outbound/host-limits';
import { shownExcerpt } from '../../../platform/outbound/response-excerpt.rules';
import { parseUrl } from '../../../platform/text/text.rules';
import { VisitorMailPermits } from '../../../visitor-mails/visitor-mail-permits';
import type { WorkflowNode } from '../../model/definition.types';
import { isVisitorMailSkip, type VisitorMailSkip } from '../../model/visitor-mail.types';
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
import type { LeasedRun, EndedAttempt, StepOutcome } from '../store/run.types';
import type { TestMail } from '../store/workflow-run.entity';
import { messageIdOf } from '../store/step-rows.rules';
import { DeliverySender } from './delivery-sender';
import { RunFilesService } from './run-files.service';
import { type Admission, VisitorDeliveriesService } from './visitor-deliveries.service';
import { isOnlyToVisitors } from './visitor-mail-skips.rules';
import { hiddenParts, refusalOf, valuesOf } from './delivery-secrets.rules';
import { displayedRequest, type MessageIdentity } from './request-headers.rules';

export type PermitDecision =
  | { kind: 'granted'; permit: HostPermit }
  | { kind: 'later'; inMs: number }
  | { kind: 'refused'; errorCode: string }
  | { kind: 'skipped'; code: VisitorMailSkip };

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
    private readonly visitorMails: VisitorDeliveriesService,
    private readonly visitorPermits: VisitorMailPermits,
  ) {}

  /** Never rejects. Called before the intent is written, so that neither a busy host nor a disabled destination costs an attempt. */
  async requestPermit(execution: RunExecution, node: WorkflowNode): Promise<PermitDecision> {
    const { run } = execution;
    const isDisabled = run.failingDestinations.some(({ nodeId, isDisabled }) => nodeId === node.id && isDisabled);
    if (isDisabled && !run.testMail) return { kind: 'refused', errorCode: 'channel_disabled' };
    const toVisitor = isOnlyToVisitors(node);
    const refusal = toVisitor ? await this.visitorMails.refusalOf(run, node, execution.stateAt(node).fields) : null;
    if (refusal) return { kind: 'skipped', code: refusal };
    const acquired = await (toVisitor ? this.visitorPermits.tryAcquire() : this.hosts.tryAcquire(hostOf(run, node), performance.now()));
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
    const told = failure && withWarnings({ message: failure.message }, warnings);
    if (failure) return isVisitorMailSkip(failure.code) ? skipped(failure.code, told) : { ...unsent(failure.code), output: told };
    const refusal = refusalOf(rendered.request, opened);
    if (refusal !== null) return { ...unsent('host_not_allowed'), output: withWarnings({ message: refusal }, warnings) };
    const admission = await this.admissionOf(run, node, rendered.request);
    if (admission.kind === 'skipped')
      return skipped(admission.code, withWarnings({ request: mailTraceOf(rendered.masked as MailRequest) }, warnings));
    const { request, id, headers } = admission;
    const message = { id, sentAt: execution.now() };
    await lease.confirm();
    const { workflowId, hops } = run;
    const answered = await this.sender.send({ ...message, workflowId, hops, node, state, rendered: request, mailHeaders: headers });
    failPoint('delivery-answered');
    const attempt = { ...answered, outcome: outcomeFor(request, answered) };
    if (!run.testMail) await this.recordHealth(run, node, attempt.outcome);
    const trace = run.testMail
      ? { request: rendered.masked, sent_to: run.testMail.to }
      : { request: traceOf(rendered.masked, node, message) };
    const hosts = hostsOf(request, attempt);
    const responseExcerpt = attempt.excerpt ? shownExcerpt(attempt.excerpt, hiddenParts(rendered, state, secrets)) : undefined;
    return { ...attempt, hosts, responseExcerpt, output: withWarnings({ ...trace, ...attempt.answer }, warnings) };
  }

  private async admissionOf(run: LeasedRun, node: WorkflowNode, request: RenderedRequest): Promise<Admission> {
    const asIs = { kind: 'sent', id: messageIdOf(run, node.id), headers: {} } as const;
    if (request.channel !== 'mail') return { ...asIs, request };
    if (run.testMail) return { ...asIs, request: testMailOf(request, run.testMail) };
    return request.visitors ? this.visitorMails.admit(run, node, { ...request, visitors: request.visitors }) : { ...asIs, request };
  }

  /** A failure to record the health of a destination must not change the outcome of the delivery. */
  private async recordHealth(run: LeasedRun, { id: nodeId }: WorkflowNode, outcome: StepOutcome): Promise<void> {
    if (outcome.kind === 'skipped') return;
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

type AttemptWithOutput = Omit<DeliveryAttempt, 'outcome'> & Pick<EndedAttempt, 'outcome' | 'output' | 'hosts' | 'responseExcerpt'>;

/** An attempt that was not sent counts as connected, since it says nothing about the host. */
const NOT_SENT = { wasConnected: true, answer: {}, hosts: [] };

const unsent = (errorCode: string): Omit<AttemptWithOutput, 'output'> => ({
  ...NOT_SENT,
  outcome: { kind: 'failed', errorCode, isGone: false },
});

const skipped = (errorCode: VisitorMailSkip, output: unknown): AttemptWithOutput => ({
  ...NOT_SENT,
  outcome: { kind: 'skipped', errorCode },
  output,
});

/** An address that a visitor has entered and that a server refuses for good is nothing that the owner could mend. */
function outcomeFor(request: RenderedRequest, { outcome, blamesRecipient }: DeliveryAttempt): StepOutcome {
  const isOfVisitors = request.channel === 'mail' && request.to.every((address) => request.visitors?.includes(address));
  return isOfVisitors && outcome.kind === 'failed' && blamesRecipient ? { kind: 'skipped', errorCode: 'undeliverable' } : outcome;
}

/** The host whose limits apply. A secret address counts as a host of its own, and all mails share the mail server. */
function hostOf({ accountId }: LeasedRun, node: WorkflowNode): string {
  if (typeOf(node).channel === 'mail') return 'mail';
  const { url = '' } = node.config as { url?: string };
  return parseUrl(url)?.host ?? `${accountId} ${url}`;
}

/** The hosts, or the domains of mail addresses, that may have received the body of a request. */
function hostsOf(request: RenderedRequest, { outcome, answer }: Pick<AttemptWithOutput, 'outcome' | 'answer'>): string[] {
  const mayHaveArrived = outcome.kind === 'delivered' || outcome.kind === 'uncertain' || answer.status !== undefined;
  if (!mayHaveArrived) return [];
  if (request.channel === 'http') return [parseUrl(request.url)!.host];
  return [...new Set(request.to.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))];
}

/** Sends the mail of a test to the account instead of its recipients, and marks the subject. */
const testMailOf = (mail: MailRequest, { to }: TestMail): MailRequest => ({ ...mail, to: [to], subject: `[Test] ${mail.subject}` });

/** The masked request without its content, so that a submission is not stored a second time. */
function traceOf(masked: RenderedRequest, node: WorkflowNode, message: MessageIdentity): object {
  if (masked.channel === 'mail') return mailTraceOf(masked);
  const { body: _, ...trace } = displayedRequest(masked, node, message);
  return trace;
}

const mailTraceOf = ({ to, subject }: MailRequest): object => ({ channel: 'mail', to, subject });
