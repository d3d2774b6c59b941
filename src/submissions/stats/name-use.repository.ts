import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

export interface NameUse {
  submissions: number;
  withValue: number;
  options: { option: string; count: number }[];
}

@Injectable()
export class NameUseRepository {
  constructor(private readonly database: Database) {}

  async of(formId: string, name: string): Promise<NameUse> {
    return (await this.database.queryOne<NameUse>(USE, [formId, name]))!;
  }
}

/** Values of other names are looked at as well, since pages may send a name before the form has a field for it. */
const USE = `
  with recent as (
    select id, coalesce((fields -> $2::text)::jsonb, (other_values -> $2::text)::jsonb) as value from (
      select id, fields, other_values from submissions
        where form_id = $1 and state = 'accepted' and imported_at is null and received_at > now() - interval '30 days'
        order by received_at desc, id desc limit 10000
    ) newest
  ), used as (
    select value, value not in ('null', '""', '[]') as has_value,
        exists (select from submission_files f where f.form_id = $1 and f.submission_id = recent.id and f.field = $2) as has_file
      from recent
  ), chosen as (
    select option, count(*)::int as count
      from used cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(value) when 'array' then value when 'string' then jsonb_build_array(value) else '[]' end) option
      where option in (select jsonb_array_elements_text(options::jsonb) from fields
        where form_id = $1 and name = $2 and deleted_at is null and jsonb_typeof(options::jsonb) = 'array')
      group by option
  )
  select count(*)::int as submissions, count(*) filter (where has_value or has_file)::int as "withValue",
      coalesce((select json_agg(c order by c.count desc, c.option) from chosen c), '[]') as options
    from used`;
