import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who changed what, and when. Rows are only ever added. */
@Entity('audit_events')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null when the operator did it. */
  @Column('uuid', { nullable: true }) apiKeyId: string | null;
  /** The operation, such as `PATCH /v1/forms/:id` or `keys revoke`. */
  @Column('text') action: string;
  @Column('uuid', { nullable: true }) formId: string | null;
  @Column('text', { nullable: true }) resourceId: string | null;
  @Column('integer', { nullable: true }) revisionBefore: number | null;
  @Column('integer', { nullable: true }) revisionAfter: number | null;
  @Column('text', { nullable: true }) requestId: string | null;
}
