import { KeysService } from '../../../src/keys/keys.service';
import { withAnotherAccount, type TestApp } from '../../support/app';
import { aSubmission, type CreatedForm } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { executeDueRuns } from '../../support/runs';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';
import type { Notices } from './notices.fixture';

/** The story of a form or an account within sixty days, and the mails that tell of it, each after its day. */
export interface Story {
  live: (day: number) => Promise<unknown> | undefined;
  told: string[];
}

/** The days from one to another, both included. */
export const within = (day: number, from: number, to: number): boolean => day >= from && day <= to;

/** The parts of which stories are made. */
export class StoryParts {
  private forms = 0;

  constructor(
    readonly owner: Notices,
    readonly receiver: Receiver,
  ) {}

  readonly query = (sql: string, ...parameters: unknown[]) => this.owner.app.database.query(sql, parameters);

  /** A form with a name and a recipient of its own. Its lines are the mails that it gets. */
  async form(title: string, members: object = {}, settings: object = {}, app: TestApp = this.owner.app) {
    const name = `${title} ${(this.forms += 1)}`;
    const to = `of-${this.forms}@example.com`;
    const form = await this.owner.form({ name, fields: [], ...members }, { notifications: { to: [to] }, ...settings }, app.api);
    return { form, lines: linesOf(to, name) };
  }

  /** An account with an address of its own. */
  async account(plan?: string) {
    const account = await withAnotherAccount(this.owner.app, plan);
    const to = `account-${(this.forms += 1)}@example.com`;
    await this.owner.setEmail(to, account.accountId);
    const [{ name }] = (await this.query('select name from accounts where id = $1', account.accountId)) as [{ name: string }];
    return { account, to, lines: linesOf(to, `Account ${name}`) };
  }

  store = ({ id }: CreatedForm, bytes: number) => this.query('update form_stats set stored_bytes = $2 where form_id = $1', id, bytes);

  /** As if as many submissions had come in this month. */
  count = ({ id }: CreatedForm, count: number) =>
    this.query(
      `update form_stats set month = date_trunc('month', now() at time zone 'utc')::date, month_count = $2 where form_id = $1`,
      ...[id, count],
    );

  async rotate(name: string): Promise<void> {
    const [key] = (await this.query('select id from api_keys where name = $1', name)) as [{ id: string }];
    await this.owner.app.app.get(KeysService).rotate(key.id, 0);
  }

  hold = (form: CreatedForm) => aSubmission(this.owner.app.api, form, { a: 'b', _gotcha: 'x' });

  async channel(form: CreatedForm): Promise<void> {
    await aVersion(this.owner.app.api, form, aFanOut(aWebhook('crm', { url: this.receiver.url() })));
  }

  async deliver(form: CreatedForm, ...answers: number[]): Promise<void> {
    for (const status of answers) {
      this.receiver.answers({ status });
      await aSubmission(this.owner.app.api, form, { a: 'b' });
      await executeDueRuns(this.owner.app);
    }
  }

  /** Mails about submissions that were sent, or that have failed. */
  async notify(form: CreatedForm, ...areDelivered: boolean[]): Promise<void> {
    for (const isDelivered of areDelivered) {
      const id = await aSubmission(this.owner.app.api, form, { a: 'b' });
      await this.query(
        `update notifications set status = case when $2 then 'delivered' else 'failed' end, due_at = null, mail_id = gen_random_uuid(),
           delivered_at = case when $2 then now() end, error_code = case when not $2 then 'rejected_recipient' end where submission_id = $1`,
        ...[id, isDelivered],
      );
    }
  }
}

/** The lines of the mails of a form or an account, by day. */
const linesOf =
  (to: string, name: string) =>
  (title: string, ...days: [opened: number, over?: number]): string[] =>
    days.flatMap((day, index) => (day === undefined ? [] : [`${day} ${to}: ${index === 0 ? '' : 'Over: '}${title}: ${name}`]));
