import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The answer to a creating request, kept for its repetitions. Status and reply are filled when the request succeeds. */
@Entity('idempotency_records')
export class IdempotencyRecordEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  /** Method and path template. */
  @PrimaryColumn('text') operation: string;
  /** SHA-256 of the client's key, since clients put names and order numbers into keys. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  /** SHA-256 of what was asked. */
  @Column('bytea') fingerprint: Buffer;
  @Column('text') requestId: string;
  @Column('smallint', { nullable: true }) status: number | null;
  @Column('json', { nullable: true }) reply: unknown;
  /** Secret members of the reply, encrypted. */
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('text', { nullable: true }) etag: string | null;
  @Column('text', { nullable: true }) location: string | null;
  @Column('timestamptz') expiresAt: Date;
}
