import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The owner of keys and forms, whose plan limits what they may use. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') plan: string;
  /** Requests a minute over all keys; null when the plan's limit applies. */
  @Column('integer', { nullable: true }) aggregatePerMinute: number | null;
  /** Compute points that can still be reserved; null when they are not limited. */
  @Column('integer', { nullable: true }) pointsBalance: number | null;
  /** Set while the account is suspended: its keys may only read, its forms accept no submissions, and its runs wait. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) suspendedAt: Date | null;
  /** The address for notifications of forms that name no recipients. */
  @Column('text', { nullable: true }) notifyEmail: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

/** The limits of an account. Null means without limit. Migrations insert the plans; the service only reads them. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn('text') name: string;
  @Column('integer', { nullable: true }) formsMax: number | null;
  @Column('integer', { nullable: true }) keysMax: number | null;
  @Column('integer', { nullable: true }) formSubmissionsPerMonth: number | null;
  @Column('integer', { nullable: true }) pointsPerMonth: number | null;
  @Column('integer', { nullable: true }) testRunsMax: number | null;
  /** Mails that notify of submissions. */
  @Column('integer', { nullable: true }) mailsPerHour: number | null;
  /** Bytes of the files of all forms. */
  @Column('bigint', { nullable: true, transformer: { to: (value: number | null) => value, from: numberOrNull } }) storedBytesMax:
    number | null;
  @Column('integer') readPerMinute: number;
  @Column('integer') writePerMinute: number;
  @Column('integer') destructivePerMinute: number;
  @Column('integer') aggregatePerMinute: number;
}
