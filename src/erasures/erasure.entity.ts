import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { DataReceiver, ErasureCounts, ErasurePart, ErasureStatus } from './erasure.types';

/** The erasure of a value from the forms that its requester saw. The row stores the position of the search until the erasure ends. */
@Entity('erasures')
export class ErasureEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') apiKeyId: string;
  @Column('text') status: ErasureStatus;
  @Column('text', { nullable: true }) error: string | null;
  @Column('text', { nullable: true }) field: string | null;
  @Column('boolean') dryRun: boolean;
  /** The encrypted value; null after the erasure has ended. */
  @Column('bytea', { nullable: true }) sealedValue: Buffer | null;
  @Column('bytea') valueDigest: Buffer;
  /** The forms to search. Queries read only the current one. */
  @Column('uuid', { array: true, select: false }) formIds: string[];
  /** The position of the current form in `formIds`, starting at 1. */
  @Column('integer') formPosition: number;
  /** The current form; null after all forms were searched. */
  @VirtualColumn('uuid', { query: (erasure) => `${erasure}.form_ids[${erasure}.form_position]` }) formId: string | null;
  @Column('text') part: ErasurePart;
  /** The id of the last searched row in this part. */
  @Column('uuid') afterId: string;
  @Column('uuid', { array: true }) matchedFormIds: string[];
  @Column('json') counts: Omit<ErasureCounts, 'forms'>;
  @Column('json') receivers: DataReceiver[];
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) receiversSince: Date | null;
  /** The number of failures in a row at this position. */
  @Column('integer') tries: number;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) completedAt: Date | null;
}

export type OpenErasure = ErasureEntity & { sealedValue: Buffer };
