import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that opens a key. Only a digest under a pepper that the database does not hold is kept. */
@Entity('api_key_secrets')
export class ApiKeySecretEntity {
  /** The public part of the key's text, by which it is found. */
  @PrimaryColumn('text') lookupId: string;
  @Column('uuid') apiKeyId: string;
  @Column('bytea') digest: Buffer;
  /** Set when another secret has replaced this one. */
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;
  @Column('timestamptz') createdAt: Date;
}
