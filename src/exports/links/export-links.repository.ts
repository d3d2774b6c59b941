import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import type { Position } from '../../api/pagination/cursors';
import { IS_VISIBLE, visibilityOf } from '../../forms/form-visibility.rules';
import { Database } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { ExportLink, ExportLinkOfForm, NewExportLink, OpenedLink } from './export-link.types';

/** The only writer of `export_links`. Times are those of the database. */
@Injectable()
export class ExportLinksRepository {
  constructor(private readonly database: Database) {}

  /** The links of a form that have not ended, newest first. */
  list(formId: string): Promise<ExportLink[]> {
    return this.database.query<ExportLink>(LIST, [formId]);
  }

  /** Lists the links that have not ended, of all forms that the caller may see, newest first. */
  listAll(caller: Caller, after: Position | null, limit: number): Promise<ExportLinkOfForm[]> {
    const parameters = [...visibilityOf(caller), after?.at ?? null, after?.id ?? null, limit];
    return this.database.query<ExportLinkOfForm>(LIST_ALL, parameters);
  }

  /** The link, if it was not deleted and the caller may see its form. */
  async visible(caller: Caller, formId: string, id: string): Promise<ExportLink | null> {
    return (await this.database.queryOne<ExportLink>(VISIBLE, [...visibilityOf(caller), formId, id])) ?? null;
  }

  /** The number of links of a form that have not ended, under a lock that serializes their creation. */
  async countUnderLock(formId: string): Promise<number> {
    await this.database.advisoryLock(`export links of ${formId}`);
    return (await this.list(formId)).length;
  }

  async insert(link: NewExportLink): Promise<ExportLink> {
    const { formId, id, apiKeyId, name, tokenDigest, filters, columns, lifetimeSeconds } = link;
    const parameters = [formId, id, apiKeyId, name, tokenDigest, JSON.stringify(filters), columns, lifetimeSeconds];
    return (await this.database.queryOne<ExportLink>(INSERT, parameters))!;
  }

  /** False when it has been deleted. */
  async delete({ formId, id }: ExportLink): Promise<boolean> {
    return (await this.database.query(DELETE, [formId, id])).length > 0;
  }

  /** Ends links of a form, and forgets their names and filters. */
  async erase(formId: string, ids: readonly string[]): Promise<void> {
    await this.database.query(ERASE, [formId, ids]);
  }

  /**
   * The link with one of these digests, unless it has ended. Counts a read unless `isHead`, and renews a digest that is not the first one.
   * `isRefused` when the hour has had its reads.
   */
  async open(formId: string, digests: readonly Buffer[], isHead: boolean): Promise<OpenedLink | null> {
    const parameters = [formId, digests, digests[0], isHead];
    return (await this.database.queryOne<OpenedLink>(OPEN, parameters)) ?? null;
  }

  async isOpen({ formId, id }: Pick<ExportLink, 'formId' | 'id'>): Promise<boolean> {
    return (await this.database.query(STILL_OPEN, [formId, id])).length > 0;
  }

  /** Forgets one batch of links that ended long ago. */
  @PeriodicTask({ name: 'sweep of ended export links', processes: 'api', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    const isOld = `least(deleted_at, expires_at) < now() - interval '400 days'`;
    return this.database.deleteBatch('export_links', isOld, 'form_id, id');
  }
}

const COLUMNS = 'l.form_id, l.id, l.name, l.filters, l.columns, l.expires_at, l.created_at, l.last_read_at';

/** A link is as good as its key: it ends when the key could not read the submissions of the form. */
const OPEN_LINKS = `
  export_links l join forms f on f.id = l.form_id join api_keys k on k.id = l.api_key_id and k.account_id = f.account_id
  where l.deleted_at is null and l.expires_at > now() and f.deleted_at is null
    and k.revoked_at is null and k.expires_at > now() and 'submissions:read' = any(k.scopes)
    and (k.form_access_mode = 'all'
      or exists (select from api_key_forms g where g.form_id = f.id and g.api_key_id = k.id))`;

const LIST = `
  select ${COLUMNS} from ${OPEN_LINKS} and l.form_id = $1 order by l.created_at desc, l.id desc`;

/** A cursor knows milliseconds only. */
const CREATED = `date_trunc('milliseconds', l.created_at)`;

const LIST_ALL = `
  select ${COLUMNS}, f.name as form_name from ${OPEN_LINKS} and ${IS_VISIBLE}
    and ($3::timestamptz is null or (${CREATED}, l.id) < ($3, $4::uuid))
  order by ${CREATED} desc, l.id desc limit $5`;

const VISIBLE = `
  select ${COLUMNS} from export_links l join forms f on f.id = l.form_id
  where ${IS_VISIBLE} and l.form_id = $3 and l.id = $4 and l.deleted_at is null`;

const INSERT = `
  insert into export_links as l (form_id, id, api_key_id, name, token_digest, filters, columns, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
    returning ${COLUMNS}`;

const DELETE = `
  update export_links set deleted_at = now() where form_id = $1 and id = $2 and deleted_at is null returning 1`;

const ERASE = `
  update export_links set deleted_at = coalesce(deleted_at, now()), name = 'erased', filters = '{}' where form_id = $1 and id = any($2::uuid[])`;

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
  select form_id, id, name, filters, columns, expires_at, created_at, last_read_at, form_name, is_full and not $4 as is_refused,
    case when is_full then greatest(1, ceil(extract(epoch from recent_reads[1] + interval '1 hour' - now())))::int else 0 end
      as retry_after_seconds
  from link`;
