import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account may use. Null means without limit. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') name: string;
  @Column('integer', { nullable: true }) formsMax: number | null;
  @Column('integer', { nullable: true }) keysMax: number | null;
  @Column('integer', { nullable: true }) formSubmissionsPerMonth: number | null;
  @Column('integer', { nullable: true }) pointsPerMonth: number | null;
  /** How many test runs may be open at once. */
  @Column('integer', { nullable: true }) testRunsMax: number | null;
  @Column('integer') readPerMinute: number;
  @Column('integer') writePerMinute: number;
  @Column('integer') destructivePerMinute: number;
  @Column('integer') aggregatePerMinute: number;
}
