import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The stored reply to a request with an Idempotency-Key. Status and reply are set when the request succeeds. */
@Entity('idempotency_records')
export class IdempotencyRecordEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @PrimaryColumn('text') operation: string;
  /** SHA-256 of the client's key, since clients use names and order numbers as keys. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  @Column('bytea') fingerprint: Buffer;
  @Column('text') requestId: string;
  @Column('smallint', { nullable: true }) status: number | null;
  @Column('json', { nullable: true }) reply: unknown;
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('text', { nullable: true }) etag: string | null;
  @Column('text', { nullable: true }) location: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
