import { Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { mailAddressOf } from '../../../platform/mail/mail-address.rules';
import { VisitorMailsService } from '../../../visitor-mails/visitor-mails.service';
import type { WorkflowNode } from '../../model/definition.types';
import type { VisitorMailSkip } from '../../model/visitor-mail.types';
import type { RunState } from '../../model/run-state.types';
import type { MailRequest, RenderedRequest } from '../../nodes/node-type.types';
import { type MailToJudge, recipientFieldOf } from '../../nodes/visitor-mail.rules';
import { plainText } from '../../templates/output.rules';
import type { LeasedRun } from '../store/run.types';
import { messageIdFrom, visitorMailIdOf } from '../store/step-rows.rules';
import { unmailedReasonOf } from './visitor-mail-skips.rules';

/** A request that may be sent now, with its id and the headers of a mail, or the reason for which a mail is not sent. */
export type Admission =
  { kind: 'sent'; request: RenderedRequest; id: string; headers: Record<string, string> } | { kind: 'skipped'; code: VisitorMailSkip };

/** Mails of workflows to addresses that visitors have entered. */
@Injectable()
export class VisitorDeliveriesService {
  constructor(private readonly mails: VisitorMailsService) {}

  /**
   * The reason for which the visitor gets no mail; null where there is none, or it is known later. It is asked for before a permit is, so that
   * what is refused beyond the limits does not hold up what is sent. An error is left to `admit`, which claims the mail again.
   */
  async refusalOf(run: LeasedRun, node: WorkflowNode, fields: RunState['fields']): Promise<VisitorMailSkip | null> {
    const reason = unmailedReasonOf(run, node);
    if (reason !== null || run.runKind === 'test') return reason;
    const field = recipientFieldOf((node.config as MailToJudge).to);
    const address = field === null ? null : mailAddressOf(plainText(fields[field]));
    if (address === null) return null;
    const mail = { id: visitorMailIdOf(run, node.id), accountId: run.accountId, formId: run.start.form.id, address: address.text };
    const claim = await this.mails.claim(mail).catch(() => 'granted' as const);
    return claim === 'granted' ? null : claim;
  }

  /** Claims the mail for each of its visitors. For another try of the same step they are claimed already. */
  async admit(run: LeasedRun, node: WorkflowNode, request: VisitorMailRequest): Promise<Admission> {
    const id = visitorMailIdOf(run, node.id);
    const { granted, refusal } = await this.claimed(run, node, { id, visitors: request.visitors });
    const others = request.to.filter((address) => !request.visitors.includes(address));
    if (refusal && granted.length + others.length === 0) return { kind: 'skipped', code: refusal };
    const to = [...others, ...granted];
    return { kind: 'sent', request: { ...request, to }, id: messageIdFrom(id), headers: await this.headersOf(run, granted) };
  }

  private async claimed(run: LeasedRun, node: WorkflowNode, { id, visitors }: { id: string; visitors: string[] }): Promise<Claimed> {
    const reason = unmailedReasonOf(run, node);
    if (reason) return { granted: [], refusal: reason };
    const claimed: Claimed = { granted: [], refusal: null };
    for (const [index, address] of visitors.entries()) {
      const mail = { id: index === 0 ? id : v5(address, id), accountId: run.accountId, formId: run.start.form.id, address };
      const claim = await this.mails.claim(mail);
      if (claim === 'granted') claimed.granted.push(address);
      else claimed.refusal ??= claim;
    }
    return claimed;
  }

  /** A link by which one visitor stops the mails is not shown to another one, to whom versions of older releases may send as well. */
  private async headersOf({ accountId }: LeasedRun, [visitor, ...others]: string[]): Promise<Record<string, string>> {
    if (visitor === undefined) return {};
    const headers = await this.mails.headersFor(accountId, visitor);
    return others.length === 0 ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => !/^List-/i.test(name)));
  }
}

type VisitorMailRequest = MailRequest & Required<Pick<MailRequest, 'visitors'>>;

interface Claimed {
  granted: string[];
  refusal: VisitorMailSkip | null;
}
