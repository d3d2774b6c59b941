import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The owner of keys and forms, whose plan limits what they may use. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') plan: string;
  /** Requests per minute of all keys together; null applies the limit of the plan. */
  @Column('integer', { nullable: true }) aggregatePerMinute: number | null;
  /** Compute points that can still be reserved; null means unlimited. */
  @Column('integer', { nullable: true }) pointsBalance: number | null;
  /** Set while the account is suspended: its keys may only read, its forms accept no submissions, and its runs wait. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) suspendedAt: Date | null;
  /** The address for notifications of forms that name no recipients. */
  @Column('text', { nullable: true }) notifyEmail: string | null;
  /** The time zone in which pages and mails of forms without their own tell times; null for UTC. */
  @Column('text', { nullable: true }) timeZone: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

/** The limits of an account; null means unlimited. Migrations insert the plans, and the service only reads them. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') name: string;
  @Column('integer', { nullable: true }) formsMax: number | null;
  @Column('integer', { nullable: true }) keysMax: number | null;
  @Column('integer', { nullable: true }) formSubmissionsPerMonth: number | null;
  @Column('integer', { nullable: true }) pointsPerMonth: number | null;
  @Column('integer', { nullable: true }) testRunsMax: number | null;
  /** The limit of mails that notify of submissions. */
  @Column('integer', { nullable: true }) mailsPerHour: number | null;
  /** The limit for the files of all forms, in bytes. */
  @Column('bigint', { nullable: true, transformer: { to: (value: number | null) => value, from: numberOrNull } }) storedBytesMax:
    number | null;
  /** The days for which the trash keeps deleted submissions; 0 for no trash. */
  @Column('integer') trashDays: number;
  @Column('integer') readPerMinute: number;
  @Column('integer') writePerMinute: number;
  @Column('integer') destructivePerMinute: number;
  @Column('integer') aggregatePerMinute: number;
}
