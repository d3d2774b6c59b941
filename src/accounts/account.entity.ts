import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who owns keys and forms. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') plan: string;
  /** Requests a minute over all keys, where it differs from the plan. */
  @Column('integer', { nullable: true }) aggregatePerMinute: number | null;
  /** Compute points that can be reserved; null for any number. */
  @Column('integer', { nullable: true }) pointsBalance: number | null;
  @Column('timestamptz') createdAt: Date;
}
