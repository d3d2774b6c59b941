import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret of an account that its workflows may use, such as an access token for a destination. */
@Entity('account_secrets')
export class AccountSecretEntity {
  @PrimaryColumn('uuid') accountId: string;
  @PrimaryColumn('text') name: string;
  /** The value, encrypted and bound to its account and name, so that no other row can use it. */
  @Column('bytea') sealed: Buffer;
  /** The normalized hosts to which the value may be sent. An empty list allows every host that a workflow names. */
  @Column('text', { array: true }) hosts: string[];
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}

/** A secret without its value, which nobody can read back. */
export type ListedSecret = Omit<AccountSecretEntity, 'sealed'>;

export const hostsByName = (secrets: readonly ListedSecret[]): ReadonlyMap<string, readonly string[]> =>
  new Map(secrets.map(({ name, hosts }) => [name, hosts]));

export interface OpenSecret {
  value: string;
  hosts: readonly string[];
}

/** Names of secrets are in upper case, so that they stand out in templates. The table checks the same pattern. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

export const MAX_SECRET_BYTES = 8 * 1024;

export const MAX_SECRET_HOSTS = 20;
