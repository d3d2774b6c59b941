import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import type { ExposedPlace } from './exposed-keys.rules';

/** An API key: an identity with rights and limits, which outlives its secrets when they are rotated. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: Scope[];
  @Column('text') formAccessMode: 'all' | 'selected';
  @Column('boolean') writesEnabled: boolean;
  /** True for the one key of an account's console, which has no secret and is in no list. */
  @Column('boolean') isConsole: boolean;
  /** Requests a minute; null when the plan's limit applies. */
  @Column('integer', { nullable: true }) readPerMinute: number | null;
  @Column('integer', { nullable: true }) writePerMinute: number | null;
  @Column('integer', { nullable: true }) destructivePerMinute: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  /** The key that has made it; null when the operator has, or a session of a link to the console. */
  @Column('uuid', { nullable: true }) createdByKeyId: string | null;
  /** Counts changes, rotations and the revocation. */
  @Column('integer') revision: number;
}

/** A value of a key, of which only the digest is stored. Rotations leave several in their overlaps. */
@Entity('api_key_secrets')
export class ApiKeySecretEntity {
  /** The public part of the key's text, which authentication looks up. */
  @PrimaryColumn('text') lookupId: string;
  @Column('uuid') apiKeyId: string;
  @Column('bytea') digest: Buffer;
  /** The end of the overlap, once a rotation has replaced this secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  /** The last time that the whole value was seen where it does not belong. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) exposedAt: Date | null;
  /** The kind of that place. */
  @Column('text', { nullable: true }) exposedIn: ExposedPlace | null;
  /** The form in question, if it belongs to the account of the key. */
  @Column('uuid', { nullable: true }) exposedFormId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/** The grant that lets a key with selected access see a form. */
@Entity('api_key_grants')
export class ApiKeyGrantEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @PrimaryColumn('uuid') formId: string;
}
