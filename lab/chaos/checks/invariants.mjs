import { createRequire } from 'node:module';
import { builtFile } from '../../../scripts/build-if-changed.mjs';

const require = createRequire(import.meta.url);
const { POINT_VIOLATIONS } = require(builtFile('cli/verify/invariants.sql.js'));

/** A receipt that the sender may count as success. */
const IS_DELIVERED = `receipts.outcome like '2%'`;

/**
 * The invariants. Each `violations` is a statement that returns what violates it; each `damage` changes the data so that the statement
 * has to return more, which is tried after every run and rolled back, since a check that cannot fail proves nothing. `provokedBy` names
 * what has to have happened before it proves anything that nothing was found, see `PROVOCATIONS`.
 */
export const INVARIANTS = [
  {
    target: 'R1',
    goal: 'accepted submissions that are lost',
    provokedBy: ['answeredBeforeCrash'],
    violations: `select a.key from chaos.accepted a
      left join submissions s on s.form_id = a.form and s.id = a.id and s.fields ->> 'key' = a.key where s.id is null`,
    damage: 'delete from submissions where id = (select id from chaos.accepted limit 1)',
  },
  {
    target: 'R1',
    goal: 'stored submissions whose client was told another id, or none',
    provokedBy: ['lostWakeUp'],
    violations: 'select s.id from submissions s left join chaos.accepted a on a.form = s.form_id and a.id = s.id where a.id is null',
    damage: 'delete from chaos.accepted where id = (select id from chaos.accepted limit 1)',
  },
  {
    target: 'R2',
    goal: 'idempotency keys with more than one submission',
    provokedBy: ['sameKey', 'lostWakeUp'],
    violations: `select fields ->> 'key' from submissions group by 1 having count(*) > 1`,
    damage: `insert into submissions (id, form_id, source, fields, received_at)
      select gen_random_uuid(), form_id, source, fields, received_at from submissions limit 1`,
  },
  {
    target: 'R3',
    goal: 'submissions without exactly one run',
    provokedBy: ['batch', 'lostWakeUp'],
    violations: `select s.id from submissions s left join workflow_runs r on r.form_id = s.form_id and r.submission_id = s.id
      group by s.form_id, s.id having count(r.id) <> 1`,
    damage: 'delete from workflow_runs where id = (select id from workflow_runs limit 1)',
  },
  {
    target: 'R3',
    goal: 'runs that have not ended',
    provokedBy: ['lostWakeUp'],
    violations: 'select id from workflow_runs where completed_at is null',
    damage: `update workflow_runs set status = 'running', completed_at = null
      where id = (select id from workflow_runs limit 1)`,
  },
  {
    target: 'R4',
    goal: 'succeeded webhooks that no receiver has accepted',
    provokedBy: ['killedBeforeSending'],
    violations: `select s.id from workflow_run_steps s where s.node_type = 'webhook' and s.status = 'succeeded' and not exists (
      select from chaos.receipts where message = 'msg_' || replace(s.id::text, '-', '') and ${IS_DELIVERED})`,
    damage: `delete from chaos.receipts where message = (select message from chaos.receipts where ${IS_DELIVERED} limit 1)`,
  },
  {
    target: 'R4',
    goal: 'webhooks that were sent under more than one webhook-id',
    provokedBy: ['sentAgain'],
    violations: `select key from chaos.receipts where key <> '' group by key, node having count(distinct message) > 1`,
    damage: `insert into chaos.receipts select 'another', key, node from chaos.receipts where key <> '' limit 1`,
  },
  {
    target: 'R4',
    goal: 'webhooks of submissions that are not stored',
    provokedBy: ['receivedBeforeCrash'],
    violations: `select message from chaos.receipts
      where submission is not null and not exists (select from submissions s where s.id = receipts.submission)`,
    damage: `insert into chaos.receipts (message, submission) select message, gen_random_uuid() from chaos.receipts limit 1`,
  },
  {
    target: 'R5',
    goal: 'points that do not add up',
    provokedBy: ['consumed', 'released'],
    violations: POINT_VIOLATIONS,
    damage: 'update accounts set points_balance = points_balance + 1 where points_balance is not null',
  },
  {
    target: 'R12',
    goal: 'webhooks sent more often than attempts were recorded',
    provokedBy: ['sentAgain'],
    violations: `select s.id from workflow_run_steps s join (
        select message, count(*) as sent from chaos.receipts where outcome <> 'reset_reused' group by message
      ) received on received.message = 'msg_' || replace(s.id::text, '-', '') where received.sent > s.attempt_count`,
    damage: `insert into chaos.receipts (message, key, node, outcome)
      select message, key, node, '200' from (select * from chaos.receipts where key <> '' limit 1) one, generate_series(1, 9)`,
  },
  {
    target: 'R12',
    goal: 'writes of runs by a worker without their lease',
    provokedBy: ['lateWrite'],
    violations: `select w.run_id from chaos.run_writes w left join chaos.processes p on p.pid = chaos.pid_of(w.old_owner)
      where w.writer <> 'postgres' and w.new_number = w.old_number and p.slot is distinct from w.writer`,
    damage: `update chaos.run_writes set writer = 'another' where ctid =
      (select ctid from chaos.run_writes where new_number = old_number and writer <> 'postgres' limit 1)`,
  },
  {
    target: 'R12',
    goal: 'writes of steps by a worker without the lease of their run',
    provokedBy: ['lateWrite'],
    violations: `select s.run_id from chaos.step_writes s where s.writer <> 'postgres'
      and not exists (select from chaos.run_writes w where w.txid = s.txid and w.run_id = s.run_id)`,
    damage: `delete from chaos.run_writes where txid = (select txid from chaos.step_writes where writer <> 'postgres' limit 1)`,
  },
  {
    target: 'R12',
    goal: 'runs that were taken over before their lease had ended',
    provokedBy: ['otherClaim'],
    violations: 'select run_id from chaos.run_writes where new_number > old_number and old_due_at > at',
    damage: `update chaos.run_writes set old_due_at = at + interval '1 second' where ctid =
      (select ctid from chaos.run_writes where new_number > old_number limit 1)`,
  },
];

/** Checks all invariants, and that each check notices its damage. */
export async function checkInvariants(admin) {
  const results = [];
  for (const invariant of INVARIANTS) {
    const found = (await admin.query(invariant.violations)).rows;
    const canFail = (await countAfterDamage(admin, invariant)) > found.length;
    results.push({ ...invariant, found, canFail });
  }
  return results;
}

/** Triggers and foreign keys, which would refuse most damages, are off in the transaction. */
async function countAfterDamage(admin, { damage, violations }) {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(damage);
    return (await client.query(violations)).rows.length;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
