import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../platform/mail/mailer';
import type { MailResult } from '../../../platform/mail/mail.types';
import { deliveryVerdict } from '../../../platform/outbound/delivery-outcome.rules';
import { OutboundHttp } from '../../../platform/outbound/outbound-http';
import type { OutboundResult } from '../../../platform/outbound/outbound.types';
import { signatureHeaders } from '../../../platform/outbound/webhook-signature';
import type { WorkflowNode } from '../../definition/definition.types';
import type { HttpRequest, MailRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import { SigningSecretsService } from '../../signing-secrets.service';
import { wireHeaders, type Dispatch } from './wire-headers.rules';

/** What one attempt means for its step. */
export type AttemptVerdict = {
  /** False when the other side was tried and could not be reached. */
  wasConnected: boolean;
  /** What may be shown of the answer; never its body. */
  answer: object;
} & (
  | { kind: 'delivered' }
  | { kind: 'retry'; errorCode: string; retryAfterSeconds: number | null }
  | { kind: 'failed'; errorCode: string; disablesChannel: boolean }
  | { kind: 'uncertain'; errorCode: string }
);

/** One attempt of a node to send something. */
export interface Outgoing extends Dispatch {
  workflowId: string;
  node: WorkflowNode;
}

/** The ways out of the service. */
@Injectable()
export class DestinationSender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly mailer: Mailer,
    private readonly signing: SigningSecretsService,
  ) {}

  send(outgoing: Outgoing, request: RenderedRequest): Promise<AttemptVerdict> {
    return request.channel === 'http' ? this.call(outgoing, request) : this.mail(outgoing, request);
  }

  private async call(outgoing: Outgoing, request: HttpRequest): Promise<AttemptVerdict> {
    const { timeoutMs, isSigned } = (typeOf(outgoing.node) as SendingType).settings(outgoing.node.config);
    const { method, url, body } = request;
    const headers = wireHeaders(request, isSigned ? await this.sign(outgoing, body) : {});
    const result = await this.http.send({ method: method as 'POST', url, headers, body, timeoutMs });
    return { ...deliveryVerdict(result), ...httpTrace(result) };
  }

  private async sign({ workflowId, node, id, sentAt }: Outgoing, body: string): Promise<Record<string, string>> {
    return signatureHeaders({ id, sentAt, body }, await this.signing.activeFor(workflowId, node.id));
  }

  private async mail({ id }: Outgoing, request: MailRequest): Promise<AttemptVerdict> {
    const result = await this.mailer.send({
      to: request.to,
      replyTo: request.reply_to ?? undefined,
      subject: request.subject,
      text: request.text ?? undefined,
      html: request.html ?? undefined,
      messageId: id,
    });
    return mailVerdict(result);
  }
}

function httpTrace(result: OutboundResult): Pick<AttemptVerdict, 'wasConnected' | 'answer'> {
  if (result.kind === 'unknown') return { wasConnected: true, answer: {} };
  if (result.kind === 'refused') return { wasConnected: UNTRIED.has(result.errorCode), answer: {} };
  const { status, latencyMs, bytes } = result;
  return { wasConnected: true, answer: { status, latency_ms: Math.round(latencyMs), response_bytes: bytes } };
}

/** What says nothing about whether the other side can be reached, and must not make those wait who call it as well. */
const UNTRIED: ReadonlySet<string> = new Set(['rejected_recipient', 'smtp_not_configured', 'target_not_allowed']);

function mailVerdict(result: MailResult): AttemptVerdict {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'delivered', wasConnected: true, answer: { rejected_recipients: result.rejectedRecipients } };
    case 'refused':
      return { ...refusalOf(result), wasConnected: UNTRIED.has(result.errorCode), answer: {} };
    case 'unknown':
      return { kind: 'uncertain', errorCode: result.errorCode, wasConnected: true, answer: {} };
  }
}

const refusalOf = ({ errorCode, retryable }: MailResult & { kind: 'refused' }) =>
  retryable
    ? ({ kind: 'retry', errorCode, retryAfterSeconds: null } as const)
    : ({ kind: 'failed', errorCode, disablesChannel: false } as const);
