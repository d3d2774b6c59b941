import { Injectable } from '@nestjs/common';
import { ExportLinkEntity } from '../exports/links/export-link.entity';
import { FieldEntity } from '../forms/definition/field.entity';
import { Database } from '../platform/database/database';
import type { Submission, DeliveredStep, NotifiedForm, ReadLink, Test } from './erasure-search.types';
import type { ErasureCounts } from './erasure.types';

@Injectable()
export class ErasureSearchRepository {
  constructor(private readonly database: Database) {}

  /** Reads a page of submissions received up to `until`, by id. Needs a transaction, in which it changes a planner setting. */
  async submissions(formId: string, afterId: string, until: Date): Promise<Submission[]> {
    await this.database.query(SORTING, ['off']);
    const page = await this.database.query<Submission>(SUBMISSIONS, [formId, afterId, until]);
    await this.database.query(SORTING, ['on']);
    return page;
  }

  /** Reads the inputs of test runs that used no stored submission. */
  tests(formId: string, afterId: string, until: Date): Promise<Test[]> {
    return this.database.query(TESTS, [formId, afterId, until]);
  }

  links(formId: string): Promise<{ id: string; name: string; filters: object }[]> {
    return this.database.repository(ExportLinkEntity).find({ select: { id: true, name: true, filters: true }, where: { formId } });
  }

  /** Returns the names of fields with e-mail addresses, including deleted fields. */
  async emailFields(formId: string): Promise<Set<string>> {
    const fields = await this.database.repository(FieldEntity).findBy({ formId, preset: 'email' });
    return new Set(fields.map(({ name }) => name));
  }

  /** Counts the rows that a deletion of these submissions and tests would remove. */
  async count(formId: string, submissionIds: readonly string[], testRunIds: readonly string[]): Promise<Counts> {
    return (await this.database.queryOne<Counts>(COUNT, [formId, submissionIds, testRunIds]))!;
  }

  /** Returns the earliest receipt time of these submissions; null if none exists. */
  async oldest(formId: string, submissionIds: readonly string[]): Promise<Date | null> {
    return (await this.database.queryOne<{ at: Date | null }>(OLDEST, [formId, submissionIds]))!.at;
  }

  /** Reads the started deliveries of these submissions in all of their runs. */
  steps(formId: string, submissionIds: readonly string[]): Promise<DeliveredStep[]> {
    return this.database.query(STEPS, [formId, submissionIds]);
  }

  /** Reads the recipients and the number of mails that notified of these submissions. */
  async notified(formId: string, submissionIds: readonly string[]): Promise<NotifiedForm> {
    return (await this.database.queryOne<NotifiedForm>(NOTIFIED, [formId, submissionIds]))!;
  }

  linksReadSince(formId: string, since: Date): Promise<ReadLink[]> {
    return this.database.query(LINKS_READ, [formId, since]);
  }
}

type Counts = Omit<ErasureCounts, 'forms'>;

/** The number of submissions or tests read at once. It is a constant in the SQL, since a prepared plan knows no parameters. */
export const ROWS_OF_PAGE = 200;

/** Disables sorting: without statistics the planner assumes a small form, and would sort all of its rows for each page. */
const SORTING = `select set_config('enable_sort', $1, true)`;

const SUBMISSIONS = `
  select s.id, s.fields, s.other_values, s.other_values_dropped, s.received_at,
    case when s.edit_count > 0 then (
      select json_agg(e.before) from submission_edits e where e.form_id = s.form_id and e.submission_id = s.id
    ) end as former_values,
    case when s.file_count > 0 then (
      select json_agg(json_build_object('field', f.field, 'name', f.filename)) from submission_files f
      where f.form_id = s.form_id and f.submission_id = s.id
    ) end as files
  from submissions s where s.form_id = $1 and s.id > $2 and s.received_at <= $3 order by s.id limit ${ROWS_OF_PAGE}`;

/** The CTE makes the planner use the index on the tests of a form. Otherwise it may scan all runs in the order of their ids. */
const TESTS = `
  with tests as materialized (
    select id from workflow_runs
    where form_id = $1 and run_kind = 'test' and submission_id is null and created_at <= $3
  )
  select r.id, r.input -> 'fields' as fields, r.input -> 'other_values' as other_values,
    r.input -> 'other_values_dropped' as other_values_dropped
  from (select id from tests where id > $2 order by id limit ${ROWS_OF_PAGE}) page
    join workflow_runs r on r.form_id = $1 and r.id = page.id
  order by r.id`;

const COUNT = `
  select
    (select count(*)::int from submissions s where s.form_id = $1 and s.id = any($2::uuid[])) as submissions,
    (select count(*)::int from submission_files f where f.form_id = $1 and f.submission_id = any($2::uuid[])) as files,
    (select count(*)::int from workflow_runs r where r.form_id = $1 and r.submission_id = any($2::uuid[]))
      + (select count(*)::int from workflow_runs r where r.form_id = $1 and r.id = any($3::uuid[])) as runs,
    (select count(*)::int from notifications n where n.form_id = $1 and n.submission_id = any($2::uuid[])) as mails`;

const OLDEST = 'select min(received_at) as at from submissions where form_id = $1 and id = any($2::uuid[])';

const STEPS = `
  select r.submission_id, s.node_id, s.node_type, s.status, s.attempts, s.attempt_count, s.output, s.completed_at, s.started_at,
    (select node -> 'config' from json_array_elements(coalesce(r.definition, v.definition) -> 'nodes') node
      where node ->> 'id' = s.node_id) as config
  from workflow_runs r
    join workflow_run_steps s on s.form_id = r.form_id and s.run_id = r.id
    left join workflow_versions v on v.id = r.workflow_version_id
  where r.form_id = $1 and r.submission_id = any($2::uuid[]) and (r.run_kind = 'production' or s.attempts is not null)
    and s.node_kind = 'destination' and s.node_type <> 'database' and s.attempt_count > 0`;

const NOTIFIED = `
  select coalesce(f.settings #> '{notifications,to}', 'null') as recipients, a.notify_email,
    count(n.*)::int as mails, max(coalesce(n.delivered_at, n.due_at, s.received_at)) as last_at
  from forms f join accounts a on a.id = f.account_id
    left join submissions s on s.form_id = f.id and s.id = any($2::uuid[])
    left join notifications n on n.form_id = f.id and n.submission_id = s.id and n.status in ('sending', 'delivered', 'uncertain')
  where f.id = $1 group by f.id, a.id`;

const LINKS_READ = `
  select l.id, l.last_read_at, greatest(1, (select count(*) from unnest(l.recent_reads) read where read >= $2))::int as reads
  from export_links l where l.form_id = $1 and l.last_read_at >= $2`;
