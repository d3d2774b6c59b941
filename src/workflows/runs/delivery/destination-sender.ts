import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../platform/mail/mailer';
import { hasReachedServer } from '../../../platform/mail/mail-failure.rules';
import type { MailResult } from '../../../platform/mail/mail.types';
import { deliveryVerdict } from '../../../platform/outbound/delivery-outcome.rules';
import { OutboundHttp } from '../../../platform/outbound/outbound-http';
import type { OutboundResult } from '../../../platform/outbound/outbound.types';
import { signatureHeaders } from '../../../platform/outbound/webhook-signature';
import type { WorkflowNode } from '../../definition/definition.types';
import type { HttpRequest, MailRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../nodes/run-state.types';
import { SigningSecretsService } from '../../signing-secrets.service';
import { RunFilesService } from './run-files.service';
import { wireHeaders, type Dispatch } from './wire-headers.rules';

/** The consequence of one attempt for its step. */
export type AttemptVerdict = {
  /** False when the destination could not be reached. */
  wasConnected: boolean;
  /** The part of the answer that may be shown, which is never its body. */
  answer: object;
} & (
  | { kind: 'delivered' }
  | { kind: 'retry'; errorCode: string; retryAfterSeconds: number | null }
  | { kind: 'failed'; errorCode: string; isGone: boolean }
  | { kind: 'uncertain'; errorCode: string }
);

/** One attempt of a node to send a request. */
export interface OutgoingAttempt extends Dispatch {
  workflowId: string;
  node: WorkflowNode;
  /** The state that the request was rendered with. */
  state: RunState;
}

/** Sends rendered requests by HTTP or mail. */
@Injectable()
export class DestinationSender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly mailer: Mailer,
    private readonly signing: SigningSecretsService,
    private readonly files: RunFilesService,
  ) {}

  send(attempt: OutgoingAttempt, request: RenderedRequest): Promise<AttemptVerdict> {
    return request.channel === 'http' ? this.sendHttp(attempt, request) : this.sendMail(attempt, request);
  }

  private async sendHttp(attempt: OutgoingAttempt, request: HttpRequest): Promise<AttemptVerdict> {
    const { timeoutMs, isSigned, retryUncertain } = (typeOf(attempt.node) as SendingType).settings(attempt.node.config);
    const { method, url, body } = request;
    const headers = wireHeaders(request, isSigned ? await this.sign(attempt, body) : {});
    const mayRepeat = retryUncertain;
    const result = await this.http.send({ method: method as 'POST', url, headers, body, timeoutMs, mayRepeat });
    return { ...deliveryVerdict(result), ...httpAnswer(result) };
  }

  private async sign({ workflowId, node, id, sentAt }: OutgoingAttempt, body: string): Promise<Record<string, string>> {
    return signatureHeaders({ id, sentAt, body }, await this.signing.activeFor(workflowId, node.id));
  }

  private async sendMail({ id, state }: OutgoingAttempt, request: MailRequest): Promise<AttemptVerdict> {
    const result = await this.mailer.send({
      to: request.to,
      replyTo: request.reply_to ?? undefined,
      subject: request.subject,
      text: request.text ?? undefined,
      html: request.html ?? undefined,
      attachments: await this.files.attachmentsOf(state, request.attachments ?? []),
      messageId: id,
    });
    return mailVerdict(result);
  }
}

/** A target that is not allowed does not tell whether the host can be reached, and must not open its circuit breaker. */
function httpAnswer(result: OutboundResult): Pick<AttemptVerdict, 'wasConnected' | 'answer'> {
  if (result.kind === 'unknown') return { wasConnected: true, answer: {} };
  if (result.kind === 'refused') return { wasConnected: result.errorCode === 'target_not_allowed', answer: {} };
  const { status, latencyMs, bytes } = result;
  return { wasConnected: true, answer: { status, latency_ms: Math.round(latencyMs), response_bytes: bytes } };
}

function mailVerdict(result: MailResult): AttemptVerdict {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'delivered', wasConnected: true, answer: { rejected_recipients: result.rejectedRecipients } };
    case 'refused':
      return { ...refusalOf(result), wasConnected: hasReachedServer(result), answer: {} };
    case 'unknown':
      return { kind: 'uncertain', errorCode: result.errorCode, wasConnected: true, answer: {} };
  }
}

const refusalOf = ({ errorCode, retryable }: MailResult & { kind: 'refused' }) =>
  retryable
    ? ({ kind: 'retry', errorCode, retryAfterSeconds: null } as const)
    : ({ kind: 'failed', errorCode, isGone: false } as const);
