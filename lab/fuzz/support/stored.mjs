/** Compares what the database holds with the creations that were answered as done. */
export class Stored {
  /** Ids of creations by the table of what they create. */
  answered = { forms: new Set(), fields: new Set(), submissions: new Set() };
  /** Receipts of submissions with a filled honeypot, which are answered like others and not stored. */
  discarded = new Set();
  /** Submissions that were answered with a redirect, which names no id. */
  redirected = 0;
  /** Answers that leave open whether something was stored. */
  uncertain = 0;

  constructor(database) {
    this.database = database;
  }

  /** Rows that a transaction inserted and did not keep are not counted, and later deletions change nothing. */
  async watch() {
    await this.database.query(WATCH);
  }

  /** Notes what the answer to a request says to have created. */
  note(bytes, { status, json }) {
    if (status === 503) this.uncertain += 1;
    if (status === 303) this.redirected += 1;
    if (status === 201 && json?.data) this.noteCreated(json.data, bytes);
  }

  noteCreated(data, bytes = '') {
    const table = tableOf(data);
    if (table) this.answered[table].add(data.id);
    if (table === 'submissions' && bytes.includes('_gotcha')) this.discarded.add(data.id);
    if (table === 'forms') for (const { id } of data.fields ?? []) this.answered.fields.add(id);
  }

  /** Sentences about rows of refused requests and about answers without rows. */
  async faults() {
    const { rows } = await this.database.query('select table_name, id from fuzz_inserted');
    return Object.entries(this.answered).flatMap(([table, answered]) => {
      const stored = new Set(rows.filter((row) => row.table_name === table).map(({ id }) => id));
      const unanswered = [...stored].filter((id) => !answered.has(id));
      const allowed = this.uncertain + (table === 'submissions' ? this.redirected : 0);
      const lost = [...answered].filter((id) => !stored.has(id) && !this.discarded.has(id));
      return [
        ...(unanswered.length > allowed ? [sentence(table, 'stored but not answered as created', unanswered)] : []),
        ...(lost.length > 0 ? [sentence(table, 'answered as created but not stored', lost)] : []),
      ];
    });
  }
}

const sentence = (table, what, ids) => `${ids.length} rows of ${table} were ${what}: ${ids.slice(0, 20).join(', ')}`;

function tableOf(data) {
  if (typeof data.id !== 'string') return null;
  if (data.received_at) return 'submissions';
  if (data.submission_token) return 'forms';
  return data.position === undefined ? null : 'fields';
}

const TABLES = ['forms', 'fields', 'submissions'];

const WATCH = `
  create table fuzz_inserted (table_name text not null, id text not null);
  create function fuzz_note() returns trigger language plpgsql as $$
  begin
    insert into fuzz_inserted values (tg_table_name, to_jsonb(new) ->> 'id');
    return null;
  end $$;
  ${TABLES.map((name) => `create trigger fuzz_note after insert on ${name} for each row execute function fuzz_note();`).join('\n')}`;
