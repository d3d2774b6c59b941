import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { FormEntity } from './form.entity';
import { FormsRepository } from './forms.repository';

/**
 * Takes a form away with all that belongs to it. The form is gone for everybody with the request's commit; when it has very many
 * submissions, their rows are purged afterwards in batches, which a restart only interrupts.
 */
@Injectable()
export class FormRemoval {
  constructor(
    private readonly database: Database,
    private readonly forms: FormsRepository,
  ) {}

  async remove(form: FormEntity): Promise<void> {
    const { submissionsCount } = await this.forms.lockStats(form.id);
    if (submissionsCount <= AT_ONCE) return this.forms.delete(form.id);
    await this.forms.update(form, {
      deletedAt: new Date(),
      status: 'disabled',
      submissionTokenDigest: Buffer.alloc(0),
    });
  }

  /** Purges one batch of what deleted forms have left; true while there is more to do. */
  purgeSome(): Promise<boolean> {
    return this.database.transaction(async () => {
      const form = await this.database.row<{ id: string }>(NEXT_DELETED);
      if (!form) return false;
      const submissions = await this.database.rows(PURGE_SUBMISSIONS, [form.id]);
      const keys = await this.database.rows(PURGE_KEYS, [form.id]);
      if (submissions.length + keys.length === 0) await this.forms.delete(form.id);
      return true;
    });
  }
}

const AT_ONCE = 10_000;

const NEXT_DELETED = `
  select id from forms where deleted_at is not null order by deleted_at limit 1 for update skip locked`;

const PURGE_SUBMISSIONS = `
  with runs as (
    delete from workflow_runs where id in (select id from workflow_runs where form_id = $1 limit 2000) returning 1
  ), received as (
    delete from submissions where form_id = $1 and id in (select id from submissions where form_id = $1 limit 2000) returning 1
  )
  select 1 from runs union all select 1 from received`;

const PURGE_KEYS = `
  delete from submission_keys
  where form_id = $1 and key_hash in (select key_hash from submission_keys where form_id = $1 limit 2000) returning 1`;
