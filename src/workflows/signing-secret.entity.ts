import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('workflow_signing_secrets')
export class SigningSecretEntity {
  @PrimaryColumn('uuid') workflowId: string;
  @PrimaryColumn('text') nodeId: string;
  /** The secret, encrypted and bound to workflow and node. */
  @Column('bytea') sealed: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/** A replaced secret, which also signs until its overlap ends. The id rises with each replacement. */
@Entity('workflow_previous_signing_secrets')
export class PreviousSigningSecretEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') workflowId: string;
  @Column('text') nodeId: string;
  @Column('bytea') sealed: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) validUntil: Date;
}
