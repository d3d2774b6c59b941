import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret of a key: one, or two during a rotation. Only its digest is stored, under a pepper that the database does not hold. */
@Entity('api_key_secrets')
export class ApiKeySecretEntity {
  /** The public part of the key's text, which authentication looks up. */
  @PrimaryColumn('text') lookupId: string;
  @Column('uuid') apiKeyId: string;
  @Column('bytea') digest: Buffer;
  /** The end of the overlap, once a rotation has replaced this secret. */
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;
  @Column('timestamptz') createdAt: Date;
}
