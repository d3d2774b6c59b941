import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A movement of compute points. Rows are only ever added; they refer to runs and steps by id alone, and outlive both. */
@Entity('point_ledger')
export class PointLedgerEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null for a grant. */
  @Column('uuid', { nullable: true }) runId: string | null;
  /** Null unless points were consumed. */
  @Column('uuid', { nullable: true }) stepId: string | null;
  @Column('text') kind: 'grant' | 'reserve' | 'consume' | 'release';
  /** Always above zero; the kind says in which direction they move. */
  @Column('integer') points: number;
  @Column('timestamptz') createdAt: Date;
}
