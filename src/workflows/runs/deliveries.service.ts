import { Injectable } from '@nestjs/common';
import { AccountSecrets } from '../../accounts/account-secrets.service';
import { HostLimits } from '../../platform/outbound/host-limits';
import type { Entry } from '../../platform/outbound/host-limits';
import { nextAttemptDelayMs } from '../../platform/outbound/retry-schedule.rules';
import type { WorkflowNode } from '../definition/definition.types';
import { render, renderMasked } from '../nodes/act.rules';
import type { RenderedRequest, SendingType } from '../nodes/node-type.types';
import { typeOf } from '../nodes/node-types.rules';
import { secretNamesIn } from '../templates/reference.rules';
import { ChannelHealth } from './channel-health.repository';
import { Channels } from './channels.service';
import type { AttemptVerdict } from './channels.service';
import type { AttemptEnd, RunSession } from './run-session';

/** Whether an attempt may begin: at once, not now, or not at all. */
export type Admission = { kind: 'admitted' } | { kind: 'later'; inMs: number } | { kind: 'refused'; errorCode: string };

/** Carries what a destination node renders to where it belongs, one attempt at a time. */
@Injectable()
export class Deliveries {
  private readonly entries = new Map<string, Entry & { entered: true }>();

  constructor(
    private readonly channels: Channels,
    private readonly health: ChannelHealth,
    private readonly hosts: HostLimits,
    private readonly secrets: AccountSecrets,
  ) {}

  /** Asked before the intent is written, so that neither a busy host nor a disabled channel costs an attempt. */
  admit({ run }: RunSession, node: WorkflowNode): Admission {
    if (run.channels.some(({ nodeId, isDisabled }) => nodeId === node.id && isDisabled)) {
      return { kind: 'refused', errorCode: 'channel_disabled' };
    }
    const host = hostOf(node);
    if (host === null) return { kind: 'admitted' };
    const entry = this.hosts.tryEnter(host, performance.now());
    if (!entry.entered) return { kind: 'later', inMs: entry.retryAfterMs };
    this.entries.set(`${run.id} ${node.id}`, entry);
    return { kind: 'admitted' };
  }

  /** One attempt of a step whose intent is in its row. Whatever happens is a value. */
  async attempt(session: RunSession, node: WorkflowNode): Promise<AttemptEnd> {
    const { run } = session;
    const type = typeOf(node) as SendingType;
    const state = session.stateAt(node);
    const opened = await this.secrets.open(run.accountId, [...secretNamesIn(node.config)]);
    const rendered = render(type, node.config, state, opened);
    const shown = renderMasked(type, node.config, state);
    const request = shown.failure ? null : withoutBody(shown.request);
    let wasConnected = true;
    try {
      if (rendered.failure)
        return { kind: 'failed', errorCode: rendered.failure.code, output: { message: rendered.failure.message } };
      const verdict = await this.channels.send(run, node, rendered.request);
      wasConnected = verdict.wasConnected;
      await this.health.note(run, node.id, verdict);
      return this.endOf(session, node, verdict, {
        request,
        ...verdict.answer,
        ...(rendered.warnings.length > 0 && { warnings: rendered.warnings }),
      });
    } finally {
      this.leave(session, node, wasConnected);
    }
  }

  /** After a worker has vanished between the intent and the outcome: perhaps sent, perhaps not. */
  afterLoss(session: RunSession, node: WorkflowNode): AttemptEnd {
    if (session.isSuspect(node)) return { kind: 'failed', errorCode: 'worker_lost', output: null };
    return this.endOf(
      session,
      node,
      { kind: 'uncertain', errorCode: 'no_response', wasConnected: true, answer: {} },
      null,
    );
  }

  private endOf(session: RunSession, node: WorkflowNode, verdict: AttemptVerdict, output: unknown): AttemptEnd {
    if (verdict.kind === 'delivered') return { kind: 'succeeded', output };
    if (verdict.kind === 'failed') return { kind: 'failed', errorCode: verdict.errorCode, output };
    const isRepeatable = verdict.kind === 'retry' || (typeOf(node) as SendingType).settings(node.config).retryUncertain;
    const { attemptCount } = session.stepOf(node.id);
    const retryAfter = verdict.kind === 'retry' ? verdict.retryAfterSeconds : null;
    const inMs = isRepeatable ? nextAttemptDelayMs(attemptCount, Math.random, retryAfter) : null;
    if (inMs !== null)
      return { kind: 'again', errorCode: verdict.errorCode, output, at: new Date(session.now().getTime() + inMs) };
    return { kind: verdict.kind === 'uncertain' ? 'uncertain' : 'failed', errorCode: verdict.errorCode, output };
  }

  private leave({ run }: RunSession, node: WorkflowNode, wasConnected: boolean): void {
    const key = `${run.id} ${node.id}`;
    this.entries.get(key)?.leave(wasConnected, performance.now());
    this.entries.delete(key);
  }
}

/** The host that a node calls, as far as it can be told from the config; mail goes to the operator's own server. */
function hostOf(node: WorkflowNode): string | null {
  if (typeOf(node).channel !== 'http') return null;
  const { url } = node.config as { url?: string };
  return url && URL.canParse(url) ? new URL(url).host : `node ${node.id}`;
}

/** The trace shows where and how, but not once more what was submitted. */
function withoutBody(request: RenderedRequest): object {
  if (request.channel === 'mail') return { channel: 'mail', to: request.to, subject: request.subject };
  const { body: _, ...rest } = request;
  return rest;
}
