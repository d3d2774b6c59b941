import { INVARIANTS } from '../../../src/cli/verify/invariants.sql';
import { ConfirmationMailSender } from '../../../src/confirmations/confirmation-mail-sender';
import type { ReceiptView } from '../../../src/intake/receipt-view.dto';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../../support/forms';
import { readMail, type ReadMail } from '../../support/read-mail';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { send, type WireAnswer } from '../../support/wire';

export const FIELDS = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'day', type: 'string', options: ['mon', 'tue'] },
];

/** The service with a mail server. Mails are sent by `deliver` and by nothing else. */
export class Confirmations {
  private addresses = 0;

  private constructor(
    readonly app: TestApp,
    readonly smtp: SmtpReceiver,
  ) {}

  static async start(): Promise<Confirmations> {
    const smtp = await SmtpReceiver.start();
    return new Confirmations(await startApp({ smtpUrl: smtp.url, mailFrom: 'Forms <forms@example.org>' }), smtp);
  }

  get api(): Api {
    return this.app.api;
  }

  /** Ends what earlier tests have left. */
  async reset(): Promise<void> {
    this.smtp.mails.length = 0;
    this.smtp.refuses = () => null;
    this.smtp.decides = () => null;
    await this.app.database.query(`update address_confirmations set due_at = null`);
  }

  async form(confirm: 'off' | 'ask' | 'require', settings: object = {}, members: object = {}): Promise<CreatedForm> {
    const form = await anEnabledForm(this.api, { name: 'Sign-up', fields: FIELDS, ...members });
    await setSettings(this.api, form, { respondent: { address_field: 'email', confirm }, ...settings });
    return form;
  }

  /** An address that no other test has. */
  address(): string {
    this.addresses += 1;
    return `visitor-${this.addresses}@example.com`;
  }

  async submit(form: CreatedForm, fields: object = {}, headers: Record<string, string> = {}): Promise<ReceiptView> {
    const answer = await submit(this.api, form, { email: this.address(), ...fields }, headers);
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return answer.body.data as ReceiptView;
  }

  /** Sends what is due. */
  async deliver(): Promise<ReadMail[]> {
    const sender = this.app.app.get(ConfirmationMailSender);
    while (await sender.sendDue());
    return this.smtp.mails.splice(0).map(readMail);
  }

  /** Submits, and resolves with the id and the link of the mail. */
  async asked(form: CreatedForm, fields: object = {}): Promise<{ id: string; link: string }> {
    const { id } = await this.submit(form, fields);
    const [mail] = await this.deliver();
    return { id, link: linkIn(mail!) };
  }

  read(link: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', headers: [string, string][] = []): Promise<WireAnswer> {
    const { pathname } = new URL(link);
    return send(method, `${this.api.baseUrl}${pathname}`, headers);
  }

  async submission(form: CreatedForm, id: string): Promise<SubmissionView> {
    return (await this.api.get<SubmissionView>(`/v1/forms/${form.id}/submissions/${id}`)).body.data;
  }

  async statusOf(id: string): Promise<{ status: string; error_code: string | null; begun: number; attempts: number }> {
    const sql = 'select status, error_code, begun, attempts, due_at from address_confirmations where submission_id = $1';
    return (await this.app.database.query<{ status: string; error_code: string | null; begun: number; attempts: number }>(sql, [id]))[0]!;
  }

  /** The violations that `cli verify` would report. */
  async violations(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const sql of Object.values(INVARIANTS)) found.push(...(await this.app.database.query(sql)));
    return found;
  }
}

export function linkIn({ text, html }: ReadMail): string {
  const [link] = /https?:\/\/\S+\/confirm\/\S+/.exec(text)!;
  expect(html).toContain(`href="${link}"`);
  return link;
}
