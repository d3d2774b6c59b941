import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import type { ExposedPlace } from './exposed-keys.rules';

/** A program or a person: an identity with rights and limits. That of a program outlives its secrets when they are rotated; a person has none. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: Scope[];
  @Column('text') formAccessMode: 'all' | 'selected';
  @Column('boolean') writesEnabled: boolean;
  /** True for the one key behind the console of an account, which has no secret and appears in no list. */
  @Column('boolean') isConsole: boolean;
  /** Requests per minute; null applies the limit of the plan. */
  @Column('integer', { nullable: true }) readPerMinute: number | null;
  @Column('integer', { nullable: true }) writePerMinute: number | null;
  @Column('integer', { nullable: true }) destructivePerMinute: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  /** The key that created this one; null when the operator or a session from a console link created it. */
  @Column('uuid', { nullable: true }) createdByKeyId: string | null;
  /** Increases with every change, every rotation and the revocation. */
  @Column('integer') revision: number;
  /** The address of a person, in lower case and with an ASCII domain; null for a program. */
  @Column('text', { nullable: true }) personAddress: string | null;
  /** The first time that the person signed in. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) joinedAt: Date | null;
}

/** A secret of a key, of which only the digest is stored. During rotations a key has several secrets. */
@Entity('api_key_secrets')
export class ApiKeySecretEntity {
  /** The public part of the key's text, which authentication looks up. */
  @PrimaryColumn('text') lookupId: string;
  @Column('uuid') apiKeyId: string;
  @Column('bytea') digest: Buffer;
  /** The end of the overlap; null until a rotation has replaced this secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  /** The last time that the service saw the complete key in a place where others may read it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) exposedAt: Date | null;
  @Column('text', { nullable: true }) exposedIn: ExposedPlace | null;
  /** The form whose request or workflow contained the key, if it belongs to the account of the key. */
  @Column('uuid', { nullable: true }) exposedFormId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/** The right of a key with selected access to see one form. */
@Entity('api_key_grants')
export class ApiKeyGrantEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @PrimaryColumn('uuid') formId: string;
}
