import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { DataReceiver, ErasureCounts, ErasurePart, ErasureStatus } from './erasure.types';

/** Erases a value from the forms that a caller saw when asking for it. Until it has ended, it has a place up to which it has searched. */
@Entity('erasures')
export class ErasureEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') apiKeyId: string;
  @Column('text') status: ErasureStatus;
  @Column('text', { nullable: true }) error: string | null;
  @Column('text', { nullable: true }) field: string | null;
  @Column('boolean') dryRun: boolean;
  /** Encrypted; null once it has ended. */
  @Column('bytea', { nullable: true }) sealedValue: Buffer | null;
  @Column('bytea') valueDigest: Buffer;
  /** The forms to search, of which only the present one is read. */
  @Column('uuid', { array: true, select: false }) formIds: string[];
  /** The place of the form that is searched in `formIds`, from 1. */
  @Column('integer') formPosition: number;
  /** Null when all have been searched. */
  @VirtualColumn('uuid', { query: (erasure) => `${erasure}.form_ids[${erasure}.form_position]` }) formId: string | null;
  @Column('text') part: ErasurePart;
  /** The last id of the part that was looked at. */
  @Column('uuid') afterId: string;
  @Column('uuid', { array: true }) matchedFormIds: string[];
  @Column('json') counts: Omit<ErasureCounts, 'forms'>;
  @Column('json') receivers: DataReceiver[];
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) receiversSince: Date | null;
  /** Failures in a row at one place. */
  @Column('integer') tries: number;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) completedAt: Date | null;
}

export type OpenErasure = ErasureEntity & { sealedValue: Buffer };
