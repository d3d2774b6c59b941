import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The limits of an account. Null means without limit. Migrations insert the plans; the service only reads them. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') name: string;
  @Column('integer', { nullable: true }) formsMax: number | null;
  @Column('integer', { nullable: true }) keysMax: number | null;
  @Column('integer', { nullable: true }) formSubmissionsPerMonth: number | null;
  @Column('integer', { nullable: true }) pointsPerMonth: number | null;
  /** Test runs that may be open at the same time. */
  @Column('integer', { nullable: true }) testRunsMax: number | null;
  /** Mails that notify of submissions. */
  @Column('integer', { nullable: true }) mailsPerHour: number | null;
  @Column('integer') readPerMinute: number;
  @Column('integer') writePerMinute: number;
  @Column('integer') destructivePerMinute: number;
  @Column('integer') aggregatePerMinute: number;
}
