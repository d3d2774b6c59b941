import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret that signs the requests of a webhook node. During a rotation the previous secret signs as well. */
@Entity('workflow_signing_secrets')
export class SigningSecretEntity {
  @PrimaryColumn('uuid') workflowId: string;
  @PrimaryColumn('text') nodeId: string;
  /** The secret, encrypted and bound to workflow and node. */
  @Column('bytea') sealed: Buffer;
  @Column('bytea', { nullable: true }) previousSealed: Buffer | null;
  @Column('timestamptz', { nullable: true }) previousValidUntil: Date | null;
  @Column('timestamptz') createdAt: Date;
}
