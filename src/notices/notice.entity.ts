import { Column, Entity, PrimaryColumn } from 'typeorm';

const FORM_NOTICES = [
  'origin_refused',
  'quota_near',
  'quota_reached',
  'channel_disabled',
  'deliveries_failing',
  'held_for_a_while',
  'import_will_be_deleted',
  'values_dropped',
  'unmatched_names',
  'closed_by_date',
] as const;

const ACCOUNT_NOTICES = ['account_suspended', 'points_used_up', 'key_ends'] as const;

export const NOTICE_KINDS = [...FORM_NOTICES, ...ACCOUNT_NOTICES] as const;
export type FormNoticeKind = (typeof FORM_NOTICES)[number];
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Facts about a notice, by kind. Names and numbers of the owner's own configuration, never submitted values. */
export type NoticeDetail = Readonly<Record<string, unknown>>;

/** The times of the mails to one recipient: that of the notice, that of its end, and the latest one, by which mails are limited. */
export interface NoticeMails {
  opened?: string;
  over?: string;
  at: string;
}

/** Something that the owner of an account or a form has to know. It lasts until `endedAt`, even if somebody has closed it. */
@Entity('notices')
export class NoticeEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  /** Null for a notice about the account. */
  @Column('uuid', { nullable: true }) formId: string | null;
  @Column('text') kind: NoticeKind;
  @Column('jsonb') detail: NoticeDetail;
  @Column('text', { array: true }) subjects: string[];
  /** Digests of the addresses that it is about. */
  @Column('text', { array: true }) about: string[];
  @Column({ type: 'timestamptz', precision: 3 }) openedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) seenAt: Date;
  /** The time at which it ended, or was closed by somebody. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) closedAt: Date | null;
  /** The time at which it ended by itself. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
  /** The time of the first mail about it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) toldAt: Date | null;
  @Column('boolean') isMuted: boolean;
  /** True while a mail about it may have to be sent. */
  @Column('boolean') isDue: boolean;
  /** By the digest of a recipient. */
  @Column('jsonb') mails: Record<string, NoticeMails>;
  /** The time of the latest mail about it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) mailedAt: Date | null;
}
