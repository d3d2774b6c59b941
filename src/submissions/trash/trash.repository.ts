import { Injectable } from '@nestjs/common';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { Database } from '../../platform/database/database';
import type { Readmission, ReadmissionTerms } from '../readmission.service';
import type { SubmissionEntity } from '../submission.entity';

export interface Restoration extends Readmission<'restored'> {
  /** The runs that the move to the trash cancelled; null unless it was restored. */
  cancelledRunIds: string[] | null;
  isNotified: boolean | null;
}

/** A run that was cancelled since its submission is deleted. */
export interface CancelledRun {
  id: string;
  submissionId: string | null;
}

/** Moves submissions to the trash and out of it. The caller, or the called SQL function, locks the form. */
@Injectable()
export class TrashRepository {
  constructor(private readonly database: Database) {}

  /** Returns the ids of those that were moved, without those that are in the trash already, or gone. */
  async trash(formId: string, ids: readonly string[], cancelled: readonly CancelledRun[]): Promise<string[]> {
    const parameters = [formId, ids, cancelled.map(({ submissionId }) => submissionId), cancelled.map(({ id }) => id)];
    return (await this.database.queryOne<{ moved: string[] }>(TRASH, parameters))!.moved;
  }

  async restore({ formId, id }: SubmissionEntity, { formRevision, uniqueValue }: ReadmissionTerms): Promise<Restoration> {
    const digest = uniqueValue === undefined ? null : sha256Of(uniqueValue);
    const restored = (await this.database.queryOne<Restoration>(RESTORE, [formId, id, formRevision, digest]))!;
    if (restored.outcome === 'restored') await this.database.query(FORGET, [formId, id]);
    return restored;
  }

  /** Returns a form whose trash has submissions that have been there for as long as the plan says, and its account; null for none. */
  async nextForm(): Promise<{ formId: string; accountId: string } | null> {
    return (await this.database.queryOne<{ formId: string; accountId: string }>(NEXT_FORM)) ?? null;
  }

  /** Returns the first of these submissions. The caller has locked the form, so that none of them is restored meanwhile. */
  async due(formId: string, limit: number): Promise<string[]> {
    return (await this.database.query<{ id: string }>(DUE, [formId, limit])).map(({ id }) => id);
  }
}

const TRASH = 'select trash_submissions($1, $2::uuid[], $3::uuid[], $4::uuid[]) as moved';

const RESTORE = 'select outcome, full_options, cancelled_run_ids, is_notified from restore_submission($1, $2, $3, $4)';

/** Everything in the row was given back by the function. */
const FORGET = 'delete from trashed_submissions where form_id = $1 and submission_id = $2';

/** The shortest time of all plans bounds the scan of the index. A form in deletion takes its trash with it. */
const NEXT_FORM = `
  select s.form_id, f.account_id
  from submissions s join forms f on f.id = s.form_id join accounts a on a.id = f.account_id join plans p on p.name = a.plan
  where s.state = 'trashed' and s.deleted_at < now() - (select min(trash_days) from plans) * interval '1 day'
    and s.deleted_at < now() - p.trash_days * interval '1 day' and f.deleted_at is null
  order by s.deleted_at limit 1`;

const DUE = `
  select s.id from submissions s
  where s.form_id = $1 and s.state = 'trashed' and s.deleted_at < now() - interval '1 day' * (
    select p.trash_days from forms f join accounts a on a.id = f.account_id join plans p on p.name = a.plan where f.id = $1)
  order by s.deleted_at limit $2`;
