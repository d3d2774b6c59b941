import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret of an account that its workflows may use, such as an access token for a destination. */
@Entity('account_secrets')
export class AccountSecretEntity {
  @PrimaryColumn('uuid') accountId: string;
  @PrimaryColumn('text') name: string;
  /** The value, encrypted and bound to account and name. */
  @Column('bytea') sealed: Buffer;
  /** The normalized hosts that the value may be sent to; empty until the operator names some. */
  @Column('text', { array: true }) hosts: string[];
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}

/** A secret as lists show it. Its value can be replaced, but never read. */
export type ListedSecret = Omit<AccountSecretEntity, 'sealed'>;

export const hostsByName = (secrets: readonly ListedSecret[]): ReadonlyMap<string, readonly string[]> =>
  new Map(secrets.map(({ name, hosts }) => [name, hosts]));

export interface OpenSecret {
  value: string;
  hosts: readonly string[];
}

/** Names of secrets are upper case, so that they stand out in templates; the table has the same check. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

export const MAX_SECRET_BYTES = 8 * 1024;

export const MAX_SECRET_HOSTS = 20;
