import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A movement of compute points, or the opening balance into which the old movements of an account were compacted. Nothing
 * else removes rows, and none is changed; they refer to runs and steps by id alone, and outlive both.
 */
@Entity('point_ledger')
export class PointLedgerEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null for a grant and for an opening balance. */
  @Column('uuid', { nullable: true }) runId: string | null;
  /** Null unless points were consumed. */
  @Column('uuid', { nullable: true }) stepId: string | null;
  @Column('text') kind: 'grant' | 'reserve' | 'consume' | 'release' | 'opening';
  /** Above zero, since the kind says in which direction they move; an opening balance can have any sign. */
  @Column('integer') points: number;
  /** The time of the movement. Every run that an opening balance contains had ended before it. */
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/**
 * The `insert` that books what steps have cost, for a statement that writes the steps as well. The source is a `from` item with the
 * columns `account_id`, `run_id`, `step_id` and `points`. A unique key on run and step fails the statement when a step is booked twice.
 */
export const insertConsumptions = (source: string): string => `
  insert into point_ledger (account_id, run_id, step_id, kind, points)
  select account_id, run_id, step_id, 'consume', points from ${source}`;
