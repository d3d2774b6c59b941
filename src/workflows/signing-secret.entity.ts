import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret that signs what a webhook node sends; during a rotation the previous one signs as well. */
@Entity('workflow_signing_secrets')
export class SigningSecretEntity {
  @PrimaryColumn('uuid') workflowId: string;
  @PrimaryColumn('text') nodeId: string;
  /** Encrypted. */
  @Column('bytea') sealed: Buffer;
  @Column('bytea', { nullable: true }) previousSealed: Buffer | null;
  @Column('timestamptz', { nullable: true }) previousValidUntil: Date | null;
  @Column('timestamptz') createdAt: Date;
}
