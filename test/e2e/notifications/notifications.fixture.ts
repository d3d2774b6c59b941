import { AccountsService } from '../../../src/accounts/accounts.service';
import { NotificationDispatcher } from '../../../src/notifications/notification-dispatcher';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Api } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm, etagOf } from '../../support/forms';
import type { CreatedForm } from '../../support/forms';
import type { ReadMail } from '../../support/read-mail';
import { readMail } from '../../support/read-mail';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { waitUntil } from '../../support/wait-until';

export const FIELDS = [
  { name: 'email', label: 'E-mail', type: 'string', validation: 'email' },
  { name: 'message', label: 'Message', type: 'string' },
  { name: 'budget', label: 'Budget', type: 'number' },
  { name: 'topics', label: 'Topics', type: 'array' },
  { name: 'agreed', label: 'Agreed', type: 'boolean' },
  { name: 'cv', label: 'CV', type: 'file' },
];

/** The service with a mail server. Mails are sent by `sendDue` and by nothing else. */
export class Notifications {
  private constructor(
    readonly app: TestApp,
    readonly smtp: SmtpReceiver,
  ) {}

  static async start({ offersUtf8 = true } = {}): Promise<Notifications> {
    const smtp = await SmtpReceiver.start({ offersUtf8 });
    const app = await startApp({
      smtpUrl: smtp.url,
      mailFrom: 'Forms <forms@example.org>',
      consoleUrl: 'https://console.example',
    });
    return new Notifications(app, smtp);
  }

  /** Ends what earlier tests have left. */
  async reset(): Promise<void> {
    this.acceptAll();
    await this.app.database.query('delete from notifications');
    await this.app.database.query('delete from notification_mails');
  }

  /** Accepts all mails again, and forgets those that came. */
  acceptAll(): void {
    this.smtp.mails.length = 0;
    this.smtp.refuses = () => null;
    this.smtp.decides = () => null;
  }

  get mails(): ReadMail[] {
    return this.smtp.mails.map(readMail);
  }

  /** A form that notifies one address. */
  async form(settings: object = {}, members: object = {}, api: Api = this.app.api): Promise<CreatedForm> {
    const form = await anEnabledForm(api, { notifications_enabled: true, fields: FIELDS, ...members });
    return this.configured(form, { notifications: { to: ['owner@example.com'] }, ...settings }, api);
  }

  async configured(form: CreatedForm, settings: object, api: Api = this.app.api): Promise<CreatedForm> {
    const answer = await api.patch(`/v1/forms/${form.id}/settings`, settings, { ifMatch: await etagOf(api, form) });
    expect(answer.status).toBe(200);
    return form;
  }

  setEmail(accountId: string, address: string | null): Promise<unknown> {
    return this.app.app.get(AccountsService).setNotifyEmail(accountId, address);
  }

  /** Sends everything that is due, like a worker that has been woken. The mail server may be busy with earlier mails. */
  async sendDue({ app }: Pick<Instance, 'app'> = this.app): Promise<void> {
    const work = app.get(NotificationDispatcher);
    await waitUntil(async () => {
      await work.dispatch();
      await work.idle();
      return (await this.app.database.query('select from notifications where due_at <= now()')).length === 0;
    });
  }

  /** Lets time pass for the mails that were sent and for those that wait. */
  async pass(interval: string): Promise<void> {
    await this.app.database.query(`update notification_mails set sent_at = sent_at - $1::interval`, [interval]);
    await this.app.database.query(`update notifications set due_at = due_at - $1::interval`, [interval]);
  }

  /**
   * Takes the mails so far for an hour younger, so that the minute after them does not end during the test, however
   * slow the machine is.
   */
  keepMinute(): Promise<unknown> {
    return this.app.database.query(`update notification_mails set sent_at = greatest(sent_at, now() + interval '1 hour')`);
  }

  /** Records a mail of the form at a moment in SQL. */
  mailOn({ id }: { id: string }, sentAt: string): Promise<unknown> {
    return this.app.database.query(
      `insert into notification_mails (id, form_id, account_id, sent_at) values (gen_random_uuid(), $1, $2, ${sentAt})`,
      [id, this.app.accountId],
    );
  }

  /** For each notification that waits: the seconds after the last mail of its form. */
  async waitsAfterMail({ id }: { id: string }): Promise<number[]> {
    const rows = await this.app.database.query<{ seconds: number }>(WAITS, [id]);
    return rows.map(({ seconds }) => seconds);
  }

  /** The delivery of the notification, if there is one. */
  async delivery(form: { id: string }, id: string, api: Api = this.app.api): Promise<Delivery | undefined> {
    const answer = await api.get<SubmissionView>(`/v1/forms/${form.id}/submissions/${id}`);
    expect(answer.status).toBe(200);
    return notificationIn(answer.body.data);
  }
}

/** Rounded, since the service reads the time of the mail in milliseconds. */
const WAITS = `
  select round(extract(epoch from n.due_at - (select max(sent_at) from notification_mails m where m.form_id = n.form_id)), 2)::float8 as seconds
  from notifications n where n.form_id = $1 and n.status = 'pending'`;

export type Delivery = SubmissionView['deliveries'][number];

export const notificationIn = ({ deliveries }: SubmissionView): Delivery | undefined =>
  deliveries.find(({ channel_type }) => channel_type === 'notification');
