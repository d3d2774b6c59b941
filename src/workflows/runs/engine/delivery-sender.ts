import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../platform/mail/mailer';
import { mailAttemptOf } from '../../../platform/mail/mail-failure.rules';
import { attemptOf, type DeliveryAttempt } from '../../../platform/outbound/delivery-outcome.rules';
import { Hops, HOPS_HEADER } from '../../../platform/outbound/hops';
import { OutboundHttp } from '../../../platform/outbound/outbound-http';
import { signatureHeaders } from '../../../platform/outbound/webhook-signature';
import type { WorkflowNode } from '../../model/definition.types';
import { contentWithReplyTo } from '../../nodes/email.node';
import type { HttpRequest, MailRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../model/run-state.types';
import { SigningSecretsService } from '../../signing-secrets.service';
import { RunFilesService } from './run-files.service';
import { wireHeaders, type MessageIdentity } from './request-headers.rules';

export interface DeliveryRequest extends MessageIdentity {
  workflowId: string;
  hops: string | null;
  node: WorkflowNode;
  rendered: RenderedRequest;
  /** The headers of a mail, beside those that every mail has. */
  mailHeaders: Record<string, string>;
  state: RunState;
}

@Injectable()
export class DeliverySender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly mailer: Mailer,
    private readonly signing: SigningSecretsService,
    private readonly files: RunFilesService,
    private readonly hops: Hops,
  ) {}

  send(delivery: DeliveryRequest): Promise<DeliveryAttempt> {
    const { rendered } = delivery;
    return rendered.channel === 'http' ? this.sendHttp(delivery, rendered) : this.sendMail(delivery, rendered);
  }

  private async sendHttp(delivery: DeliveryRequest, request: HttpRequest): Promise<DeliveryAttempt> {
    const { timeoutMs, isSigned, mayArriveTwice } = (typeOf(delivery.node) as SendingType).settings(delivery.node.config);
    const { method, url, body } = request;
    const signature = isSigned ? await this.sign(delivery, body) : {};
    const headers = { ...wireHeaders(request, signature), [HOPS_HEADER]: this.hops.next(delivery.hops) };
    const result = await this.http.send({ method: method as 'POST', url, headers, body, timeoutMs, mayArriveTwice, readsExcerpt: true });
    return attemptOf(result);
  }

  private async sign({ workflowId, node, id, sentAt }: DeliveryRequest, body: string): Promise<Record<string, string>> {
    return signatureHeaders({ id, sentAt, body }, await this.signing.activeFor(workflowId, node.id));
  }

  /** A reply address has no place in the text of a mail to a visitor, where it would be a link that a visitor may have chosen. */
  private async sendMail({ id, state, mailHeaders }: DeliveryRequest, request: MailRequest): Promise<DeliveryAttempt> {
    const result = await this.mailer.send({
      to: request.to,
      replyTo: request.reply_to ?? undefined,
      subject: request.subject,
      text: request.text ?? undefined,
      html: request.html ?? undefined,
      attachments: await this.files.attachmentsOf(state, request.attachments ?? []),
      ...(!request.visitors && { withoutReplyTo: () => contentWithReplyTo(request) }),
      messageId: id,
      fromName: request.from_name,
      headers: mailHeaders,
    });
    return mailAttemptOf(result);
  }
}
