import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that workflows of an account may use, such as the token of a receiver. */
@Entity('account_secrets')
export class AccountSecretEntity {
  @PrimaryColumn('uuid') accountId: string;
  @PrimaryColumn('text') name: string;
  /** Encrypted. */
  @Column('bytea') sealed: Buffer;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
