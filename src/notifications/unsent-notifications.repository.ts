import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { IS_VISIBLE, visibilityOf } from '../forms/form.rules';
import { Database } from '../platform/database/database';

/** The notifications of a form that were not sent for the same reason. */
export interface UnsentNotifications {
  formId: string;
  formName: string;
  status: 'failed' | 'uncertain';
  errorCode: string | null;
  /** Counted among the newest thousand of the form. */
  count: number;
  newestSubmissionId: string;
  newestReceivedAt: Date;
}

/** Reads the notifications that were not sent. `NotificationsRepository` writes them. */
@Injectable()
export class UnsentNotificationsRepository {
  constructor(private readonly database: Database) {}

  /** Those of forms that notify, of submissions of the last 30 days, that nobody has dismissed, the newest first. */
  ofForms(caller: Caller): Promise<UnsentNotifications[]> {
    return this.database.query<UnsentNotifications>(OF_FORMS, visibilityOf(caller));
  }
}

const OF_FORMS = `
  select f.id as form_id, f.name as form_name, g.status, g.error_code, g.count, g.newest_submission_id, g.newest_received_at
  from forms f cross join lateral (
    select n.status, n.error_code, count(*)::int as count,
      (array_agg(s.id order by s.received_at desc, s.id desc))[1] as newest_submission_id, max(s.received_at) as newest_received_at
    from (
      select form_id, submission_id, status, error_code from notifications
      where form_id = f.id and status in ('failed', 'uncertain') and dismissed_at is null order by submission_id desc limit 1000
    ) n join submissions s on s.form_id = n.form_id and s.id = n.submission_id
    where s.received_at > now() - interval '30 days' and s.state <> 'trashed'
    group by n.status, n.error_code
  ) g
  where ${IS_VISIBLE} and f.notifications_enabled and f.deleted_at is null
  order by g.newest_received_at desc, f.id limit 100`;
