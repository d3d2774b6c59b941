import { AccountsService } from '../../../src/accounts/accounts.service';
import { RefusalsService } from '../../../src/intake/refusals/refusals.service';
import { MismatchesService } from '../../../src/intake/mismatches/mismatches.service';
import { NoticesTaskService } from '../../../src/notices/notices-task.service';
import type { NoticeOfFormView } from '../../../src/notices/notice-view.dto';
import type { Config } from '../../../src/platform/config/config';
import type { Api } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../../support/forms';
import { type ReadMail, readMail } from '../../support/read-mail';
import { SmtpReceiver } from '../../support/smtp-receiver';

/** The service with a mail server. The task of notices does its work by `tell` and by nothing else. */
export class Notices {
  private constructor(
    readonly app: TestApp,
    readonly smtp: SmtpReceiver,
  ) {}

  static async start(settings: Partial<Config> = {}): Promise<Notices> {
    const smtp = await SmtpReceiver.start();
    const app = await startApp({
      ...{
        smtpUrl: smtp.url,
        mailFrom: 'Forms <forms@example.org>',
        consoleUrl: 'https://console.example',
        trustProxy: ['loopback'],
        egressAllowCidrs: ['127.0.0.0/8'],
      },
      ...settings,
    });
    return new Notices(app, smtp);
  }

  /** Leaves no notice, and no form of earlier tests that could give one. */
  async reset(): Promise<void> {
    this.smtp.refuses = () => null;
    this.smtp.decides = () => null;
    this.smtp.mails.length = 0;
    await this.app.database.query('update forms set deleted_at = now() where deleted_at is null');
    await this.app.database.query('update accounts set suspended_at = null, notify_email = null');
    await this.expireNoKey();
    await this.app.database.query('delete from notices');
  }

  /** Lets no key that is there end, whatever time passes. */
  expireNoKey(): Promise<unknown> {
    return this.app.database.query(`update api_keys set expires_at = 'infinity' where revoked_at is null`);
  }

  /** Writes what was counted, as each process does every ten seconds, and does one minute's work. */
  async tell({ app }: Pick<Instance, 'app'> = this.app): Promise<void> {
    await this.app.app.get(RefusalsService).flush();
    await this.app.app.get(MismatchesService).flush();
    await app.get(NoticesTaskService).tell();
  }

  /** The mails since the last call. */
  takeMails(): ReadMail[] {
    return this.smtp.mails.splice(0).map(readMail);
  }

  /** Subjects with their recipients, since the last call. */
  takeSubjects(): string[] {
    return this.takeMails().map(({ to, headers }) => `${to.join()}: ${headers.get('subject')}`);
  }

  async list(api: Api = this.app.api): Promise<NoticeOfFormView[]> {
    const answer = await api.get<NoticeOfFormView[]>('/v1/notices');
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  /** The kinds of the open notices of a form. */
  async openOf({ id }: { id: string }): Promise<string[]> {
    return (await this.list()).filter(({ form_id, closed_at }) => form_id === id && closed_at === null).map(({ kind }) => kind);
  }

  async form(members: object = {}, settings: object = {}, api: Api = this.app.api): Promise<CreatedForm> {
    const form = await anEnabledForm(api, members);
    const to = [`owner-${++forms}@example.com`];
    await setSettings(api, form, { notifications: { to }, ...settings });
    return form;
  }

  setEmail(address: string | null, accountId: string = this.app.accountId): Promise<unknown> {
    return this.app.app.get(AccountsService).setNotifyEmail(accountId, address);
  }

  /** Submits from as many networks as asked for. */
  async visit(form: { id: string }, networks: number, fields: object = { a: 'b' }, headers: Record<string, string> = {}): Promise<void> {
    for (let network = 1; network <= networks; network += 1) {
      const answer = await submit(this.app.api, form, fields, { 'X-Forwarded-For': `198.51.${network}.7`, ...headers });
      expect(answer.status).toBeLessThan(500);
    }
  }

  /** Lets the time pass for all that is stored, as if it had been so longer ago. */
  async pass(interval: string): Promise<void> {
    await this.app.transactions.run(async () => {
      const rows = await this.app.database.query<{ statement: string }>(SHIFTS, [interval]);
      for (const { statement } of rows) await this.app.database.execute(statement, [], { isPrepared: false });
    });
  }
}

let forms = 0;

/** Days move by whole days, in two steps, since two of them may not meet in between. */
const SHIFTS = `
  select format('update %I set %s', table_name, string_agg(format('%1$I = %1$I - %2$L::interval', column_name, $1::text), ', ')) as statement
    from information_schema.columns c
    where table_schema = 'public' and data_type = 'timestamp with time zone' and column_name <> 'valid_until'
      and table_name in ('notices', 'form_refusals', 'form_mismatches', 'submissions', 'notifications', 'notification_mails',
        'workflow_runs', 'workflow_run_steps', 'failing_destinations', 'api_keys', 'api_key_secrets')
    group by table_name
  union all
  select format('update %I set day = day - %s', t, extract(day from $1::interval)::int + offset_days)
    from unnest(array['form_refusals', 'form_mismatches']) t cross join (values (100000)) o (offset_days)
    where extract(day from $1::interval) > 0
  union all
  select format('update %I set day = day + 100000', t) from unnest(array['form_refusals', 'form_mismatches']) t
    where extract(day from $1::interval) > 0`;
