import type { Client } from 'pg';

/** The schema of a database as SQL that is read and compared: types, tables with all that belongs to them, and the signatures of functions. */
export async function schemaText(client: Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(SCHEMA);
  const texts = rows.map(({ text }) => text).sort(); // the server would follow the order of its language
  return `${texts.join('\n\n')}\n`;
}

/** The schema without the parts of TypeORM and of extensions. */
const SCHEMA = `
  with relations as (
    select c.* from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'c') and c.relname <> 'migrations'
  ), lines as (
    select attrelid as relation, 1 as part, '  ' || concat_ws(' ', attname, format_type(atttypid, atttypmod),
          case when attnotnull then 'not null' end, case when attidentity <> '' then 'generated always as identity' end,
          'default ' || pg_get_expr(adbin, adrelid)) as line, lpad(attnum::text, 4) as sort
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all
    select conrelid, 2, '  constraint ' || conname || ' ' || pg_get_constraintdef(oid), conname
      from pg_constraint where contype in ('c', 'f', 'p', 'u')
  ), further as (
    select indrelid as relation, 1 as part, pg_get_indexdef(indexrelid) || ';' as line
      from pg_index where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select tgrelid, 2, pg_get_triggerdef(oid) || ';' from pg_trigger where not tgisinternal
    union all
    select objoid, 3, concat('comment on ', coalesce('column ' || objoid::regclass || '.' || attname, 'table ' || objoid::regclass),
          ' is ', quote_literal(description), ';')
      from pg_description left join pg_attribute on attrelid = objoid and attnum = objsubid and attnum > 0
      where classoid = 'pg_class'::regclass
  )
  select concat('create ', case relkind when 'c' then 'type ' || relname || ' as' else 'table ' || relname end, e' (\\n',
      (select string_agg(line, e',\\n' order by part, sort collate "C") from lines where relation = r.oid), e'\\n)',
      ' with (' || array_to_string(reloptions, ', ') || ')', ';',
      (select e'\\n' || string_agg(line, e'\\n' order by part, line collate "C") from further where relation = r.oid)) as text
    from relations r
  union all
  select concat('create function ', proname, '(', pg_get_function_arguments(oid), ')', ' returns ' || pg_get_function_result(oid), ';')
    from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;
