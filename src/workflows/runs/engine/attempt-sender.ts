import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../platform/mail/mailer';
import { mailAttemptOf } from '../../../platform/mail/mail-failure.rules';
import { attemptOf, type Attempt } from '../../../platform/outbound/delivery-outcome.rules';
import { OutboundHttp } from '../../../platform/outbound/outbound-http';
import { signatureHeaders } from '../../../platform/outbound/webhook-signature';
import type { WorkflowNode } from '../../model/definition.types';
import type { HttpRequest, MailRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../model/run-state.types';
import { SigningSecretsService } from '../../signing-secrets.service';
import { RunFilesService } from './run-files.service';
import { wireHeaders, type Dispatch } from './request-headers.rules';

/** What an attempt of a node needs beside its request. */
export interface Sending extends Dispatch {
  workflowId: string;
  node: WorkflowNode;
  /** The state that the request was rendered with. */
  state: RunState;
}

/** Sends rendered requests by HTTP or mail. */
@Injectable()
export class AttemptSender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly mailer: Mailer,
    private readonly signing: SigningSecretsService,
    private readonly files: RunFilesService,
  ) {}

  send(attempt: Sending, request: RenderedRequest): Promise<Attempt> {
    return request.channel === 'http' ? this.sendHttp(attempt, request) : this.sendMail(attempt, request);
  }

  private async sendHttp(attempt: Sending, request: HttpRequest): Promise<Attempt> {
    const { timeoutMs, isSigned, retryUncertain } = (typeOf(attempt.node) as SendingType).settings(attempt.node.config);
    const { method, url, body } = request;
    const headers = wireHeaders(request, isSigned ? await this.sign(attempt, body) : {});
    const mayRepeat = retryUncertain;
    const result = await this.http.send({ method: method as 'POST', url, headers, body, timeoutMs, mayRepeat });
    return attemptOf(result);
  }

  private async sign({ workflowId, node, id, sentAt }: Sending, body: string): Promise<Record<string, string>> {
    return signatureHeaders({ id, sentAt, body }, await this.signing.activeFor(workflowId, node.id));
  }

  private async sendMail({ id, state }: Sending, request: MailRequest): Promise<Attempt> {
    const result = await this.mailer.send({
      to: request.to,
      replyTo: request.reply_to ?? undefined,
      subject: request.subject,
      text: request.text ?? undefined,
      html: request.html ?? undefined,
      attachments: await this.files.attachmentsOf(state, request.attachments ?? []),
      messageId: id,
    });
    return mailAttemptOf(result);
  }
}
