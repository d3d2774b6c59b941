import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The canonical text of a unique value has no invisible characters any more. Submissions whose value has some claim the new text in
 * place of the former one, so that the value goes on to be found. What processes of the build before store meanwhile with such
 * characters is not carried over. Every step may be repeated.
 */
export class ClaimsWithoutInvisibleCharacters1795697061080 implements MigrationInterface {
  name = 'ClaimsWithoutInvisibleCharacters1795697061080';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const forms = (await runner.query(FORMS)) as UniqueForm[];
    for (const { id, field, isEmail } of forms) {
      const found = (await runner.query(FOUND, [id, field])) as { id: string; receivedAt: Date; value: string }[];
      if (found.length === 0) continue;
      const claims = found.map((each) => ({ id: each.id, received_at: each.receivedAt, text: canonicalText(each.value, isEmail) }));
      const rows = claims.filter(({ text }) => text !== '').map(({ text, ...claim }) => ({ ...claim, digest: digestOf(text) }));
      await runner.startTransaction();
      await runner.query('select from form_stats where form_id = $1 for update', [id]); // as everybody who claims a value
      await runner.query('delete from unique_values where form_id = $1 and submission_id = any($2::uuid[])', [
        id,
        found.map((each) => each.id),
      ]);
      await runner.query(CLAIM, [id, JSON.stringify(rows)]);
      await runner.commitTransaction();
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

interface UniqueForm {
  id: string;
  field: string;
  isEmail: boolean;
}

const FORMS = `
  select f.id, f.settings #>> '{intake,unique_by}' as field, coalesce(d.preset = 'email', false) as "isEmail"
    from forms f left join fields d
      on d.form_id = f.id and d.name = f.settings #>> '{intake,unique_by}' and d.deleted_at is null
    where f.settings #>> '{intake,unique_by}' is not null and f.deleted_at is null
    order by f.id`;

/** The characters of Unicode's category Cf, U+034F and the variation selectors. */
const INVISIBLE =
  '[\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e' +
  '\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\U000110bd\\U000110cd\\U00013430-\\U0001343f' +
  '\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0001\\U000e0020-\\U000e007f\\U000e0100-\\U000e01ef]';

const FOUND = `
  select s.id, s.received_at as "receivedAt", s.fields ->> $2 as value
    from submissions s
    where s.form_id = $1 and s.state = 'accepted' and json_typeof(s.fields -> $2) = 'string' and s.fields ->> $2 ~ '${INVISIBLE}'`;

const CLAIM = `
  insert into unique_values (form_id, digest, submission_id, received_at, holds)
    select $1, c.digest, c.id, c.received_at,
        row_number() over (partition by c.digest order by c.received_at, c.id) = 1
          and not exists (select from unique_values h where h.form_id = $1 and h.digest = c.digest and h.holds)
      from json_to_recordset($2::json) as c (id uuid, received_at timestamptz, digest bytea)
      where exists (select from submissions s where s.form_id = $1 and s.id = c.id and s.state = 'accepted')
    on conflict (form_id, digest, submission_id) do nothing`;

/** As the service writes it from this migration on. */
function canonicalText(value: string, isEmail: boolean): string {
  const visible = value.replace(/[\p{Cf}\u034f\p{Variation_Selector}]/gu, '').normalize('NFKC');
  const text = visible.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  if (!isEmail) return text;
  const at = text.lastIndexOf('@');
  return text.slice(0, at + 1) + (domainToASCII(text.slice(at + 1)) || text.slice(at + 1));
}

const digestOf = (text: string): string => `\\x${createHash('sha256').update(text).digest('hex')}`;
