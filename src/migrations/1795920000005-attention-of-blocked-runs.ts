import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that wait for compute points are among those that need attention, so the index of these has them. */
export class AttentionOfBlockedRuns1795920000005 implements MigrationInterface {
  name = 'AttentionOfBlockedRuns1795920000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
drop index workflow_runs_attention_idx;
create index workflow_runs_attention_idx on workflow_runs (form_id, created_at desc, id desc)
  where status in ('failed', 'partially_failed', 'blocked_insufficient_compute_points') or has_uncertain;
comment on column submissions.signals is 'The findings of the checks at the moment of sending, whatever their level, for trying other settings on it; and the number of deliveries that have led to it.';`;

const DOWN = `
drop index workflow_runs_attention_idx;
create index workflow_runs_attention_idx on workflow_runs (form_id, created_at desc, id desc)
  where status in ('failed', 'partially_failed') or has_uncertain;
comment on column submissions.signals is 'The findings of the checks at the moment of sending, whatever their level, for trying other settings on it.';`;
