import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Caller } from '../../api/auth/caller';
import type { Position } from '../../api/pagination/cursors';
import { IS_VISIBLE, KEY_READS_SUBMISSIONS, ofVisibleForm, visibilityOf } from '../../forms/form.rules';
import { Database } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { type ExportLink, ExportLinkEntity, type ExportLinkOfForm, type NewExportLink, type OpenedLink } from './export-link.entity';

/** The only writer of `export_links`. All times come from the clock of the database. */
@Injectable()
export class ExportLinksRepository {
  constructor(private readonly database: Database) {}

  list(formId: string): Promise<ExportLink[]> {
    return this.database.query<ExportLink>(LIST, [formId]);
  }

  /** Lists the open links of all forms that the caller may see, newest first. */
  listAll(caller: Caller, after: Position | null, limit: number): Promise<ExportLinkOfForm[]> {
    const parameters = [...visibilityOf(caller), after?.at ?? null, after?.id ?? null, limit];
    return this.database.query<ExportLinkOfForm>(LIST_ALL, parameters);
  }

  visible(caller: Caller, formId: string, id: string): Promise<ExportLink | null> {
    return this.database
      .repository(ExportLinkEntity)
      .createQueryBuilder('link')
      .where({ formId, id, deletedAt: IsNull() })
      .andWhere(...ofVisibleForm(caller, 'link'))
      .getOne();
  }

  /** Counts the open links of a form, under a lock that serializes their creation. */
  async countUnderLock(formId: string): Promise<number> {
    await this.database.advisoryLock(`export links of ${formId}`);
    return (await this.list(formId)).length;
  }

  async insert({ lifetimeSeconds, ...link }: NewExportLink): Promise<ExportLink> {
    const { generatedMaps } = await this.database
      .repository(ExportLinkEntity)
      .createQueryBuilder()
      .insert()
      .values({ ...link, expiresAt: () => 'now() + make_interval(secs => :lifetimeSeconds)' })
      .setParameters({ lifetimeSeconds })
      .returning('*')
      .execute();
    return generatedMaps[0] as ExportLinkEntity;
  }

  async delete({ formId, id }: ExportLink): Promise<boolean> {
    const edit = { deletedAt: () => 'now()' };
    return (await this.database.repository(ExportLinkEntity).update({ formId, id, deletedAt: IsNull() }, edit)).affected === 1;
  }

  /** Ends links of a form and overwrites their names and filters, which may contain erased values. */
  async erase(formId: string, ids: readonly string[]): Promise<void> {
    const edit = { deletedAt: () => 'coalesce(deleted_at, now())', name: 'erased', filters: {} };
    await this.database.repository(ExportLinkEntity).update({ formId, id: In([...ids]) }, edit);
  }

  /** Finds the open link with one of these digests. Unless `isHead`, counts a read and replaces an old digest by the first one. */
  async open(formId: string, digests: readonly Buffer[], isHead: boolean): Promise<OpenedLink | null> {
    const parameters = [formId, digests, digests[0], isHead];
    return (await this.database.queryOne<OpenedLink>(OPEN, parameters)) ?? null;
  }

  async isOpen({ formId, id }: Pick<ExportLink, 'formId' | 'id'>): Promise<boolean> {
    return (await this.database.query(STILL_OPEN, [formId, id])).length > 0;
  }

  @PeriodicTask({ name: 'sweep of ended export links', processes: 'api', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    const isOld = `least(deleted_at, expires_at) < now() - interval '400 days'`;
    return this.database.deleteBatch('export_links', isOld, 'form_id, id');
  }
}

const COLUMNS = `l.form_id, l.id, l.name, l.filters, l.columns, l.header, l.time_zone, l.sort_order,
  l.expires_at, l.created_at, l.last_read_at`;

/** Selects the links that have not ended. A link ends when its key may no longer read the submissions of the form. */
const OPEN_LINKS = `
  export_links l join forms f on f.id = l.form_id join api_keys k on k.id = l.api_key_id
  where l.deleted_at is null and l.expires_at > now() and ${KEY_READS_SUBMISSIONS}`;

const LIST = `
  select ${COLUMNS} from ${OPEN_LINKS} and l.form_id = $1 order by l.created_at desc, l.id desc`;

/** Cursors have a precision of milliseconds. */
const CREATED = `date_trunc('milliseconds', l.created_at)`;

const LIST_ALL = `
  select ${COLUMNS}, f.name as form_name from ${OPEN_LINKS} and ${IS_VISIBLE}
    and ($3::timestamptz is null or (${CREATED}, l.id) < ($3, $4::uuid))
  order by ${CREATED} desc, l.id desc limit $5`;

const STILL_OPEN = `select from ${OPEN_LINKS} and l.form_id = $1 and l.id = $2`;

const OPEN = `
  with link as (
    select ${COLUMNS}, l.recent_reads, f.name as form_name,
      cardinality(l.recent_reads) = 60 and l.recent_reads[1] > now() - interval '1 hour' as is_full
    from ${OPEN_LINKS} and l.form_id = $1 and l.token_digest = any($2) for update of l
  ), counted as (
    update export_links c set last_read_at = now(), token_digest = $3,
        recent_reads = (link.recent_reads || now())[greatest(1, cardinality(link.recent_reads) - 58):]
      from link where c.form_id = link.form_id and c.id = link.id and not link.is_full and not $4
  )
  select form_id, id, name, filters, columns, header, time_zone, sort_order, expires_at, created_at, last_read_at, form_name, is_full and not $4 as is_refused,
    case when is_full then greatest(1, ceil(extract(epoch from recent_reads[1] + interval '1 hour' - now())))::int else 0 end
      as retry_after_seconds
  from link`;
