/**
 * Triggers of the test that record who has written runs and steps, since a write of a worker that has lost its lease leaves no other trace,
 * and that it has tried to, which leaves none at all. With the queue in PostgreSQL they record wake-ups as well.
 */
export async function installAudit(admin, isQueueInPostgres) {
  await admin.query(AUDIT);
  if (isQueueInPostgres) await admin.query(AUDIT_OF_JOBS);
}

const AUDIT = `
  create schema chaos;
  create table chaos.run_writes (
    at timestamptz not null default clock_timestamp(), txid xid8 not null default pg_current_xact_id(),
    writer text not null default session_user, run_id uuid, old_number int, new_number int, old_owner text, old_due_at timestamptz
  );
  create table chaos.step_writes (txid xid8 not null default pg_current_xact_id(), writer text not null default session_user, run_id uuid);
  create table chaos.step_statements (at timestamptz not null default clock_timestamp(), writer text not null default session_user);
  create table chaos.wake_ups (at timestamptz not null default clock_timestamp());
  create function chaos.note_run() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.run_writes (run_id, old_number, new_number, old_owner, old_due_at)
      values (new.id, old.lease_number, new.lease_number, old.lease_owner, old.due_at);
    return null;
  end $$;
  create function chaos.note_step() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.step_writes (run_id) values (new.run_id);
    return null;
  end $$;
  create function chaos.note_step_statement() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.step_statements default values;
    return null;
  end $$;
  create function chaos.note_wake_up() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.wake_ups default values;
    return null;
  end $$;
  create trigger chaos_runs after update on workflow_runs for each row execute function chaos.note_run();
  create trigger chaos_step_statements after insert on workflow_run_steps for each statement execute function chaos.note_step_statement();
  create trigger chaos_steps after insert or update on workflow_run_steps for each row execute function chaos.note_step();
  create function chaos.pid_of(owner text) returns int language sql immutable as $$
    select substring(owner from '-(\\d+)-[0-9a-f]{8}$')::int
  $$`;

const AUDIT_OF_JOBS = `create trigger chaos_jobs after insert on bullmq.job for each row execute function chaos.note_wake_up()`;

/** Loads what the test knows: accepted submissions, receipts, and the processes with their kills, pauses and outages. */
export async function loadJournals(admin, { accepted, receipts, slots, events }) {
  await admin.query(JOURNALS);
  const load = async (table, definition, rows) => {
    for (let start = 0; start < rows.length; start += 5_000) {
      const part = JSON.stringify(rows.slice(start, start + 5_000));
      await admin.query(`insert into chaos.${table} select * from json_to_recordset($1) as row (${definition})`, [part]);
    }
  };
  await load('accepted', 'key text, id uuid, form uuid', accepted);
  await load(
    'receipts',
    'message text, key text, node text, receiver text, outcome text, "atMs" float8, "endedAtMs" float8, submission uuid',
    receipts,
  );
  const processes = slots.flatMap(({ name, pids }) => pids.map((pid) => ({ pid, slot: name })));
  await load('processes', 'pid int, slot text', processes);
  await load('kills', 'pid int, at float8', events.kills);
  await load('pauses', 'pid int, "from" float8, "to" float8', events.pauses);
  await load('outages', 'dependency text, "from" float8, "to" float8', events.outages);
  await admin.query('analyze');
}

const JOURNALS = `
  create table chaos.accepted (key text, id uuid, form uuid);
  create table chaos.receipts (message text, key text, node text, receiver text, outcome text, at_ms float8, ended_at_ms float8, submission uuid);
  create table chaos.processes (pid int, slot text);
  create table chaos.kills (pid int, at_ms float8);
  create table chaos.pauses (pid int, from_ms float8, to_ms float8);
  create table chaos.outages (dependency text, from_ms float8, to_ms float8);
  create index on chaos.accepted (key);
  create index on chaos.receipts (message);
  create index on chaos.run_writes (txid, run_id)`;
