import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A movement of compute points, or the opening balance into which older movements of an account were compacted. Rows never change, and only
 * compaction removes them. They outlive the runs and steps to which they refer, so they hold plain ids.
 */
@Entity('point_ledger')
export class PointLedgerEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null for a grant and an opening balance. */
  @Column('uuid', { nullable: true }) runId: string | null;
  /** Null for every movement but `consume`. */
  @Column('uuid', { nullable: true }) stepId: string | null;
  @Column('text') kind: 'grant' | 'reserve' | 'consume' | 'release' | 'opening';
  /** Positive, since `kind` tells the direction. Only an opening balance can have either sign. */
  @Column('integer') points: number;
  /** The time of the movement. Every run in an opening balance had ended before this time. */
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/**
 * Builds the `insert` of the costs of steps, for a statement that also writes the steps. The source is a `from` item with the columns
 * `account_id`, `run_id`, `step_id` and `points`. A unique key on run and step makes the statement fail when a step is booked twice.
 */
export const insertConsumptions = (source: string): string => `
  insert into point_ledger (account_id, run_id, step_id, kind, points)
  select account_id, run_id, step_id, 'consume', points from ${source}`;
