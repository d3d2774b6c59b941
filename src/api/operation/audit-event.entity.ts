import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A change by an API key or by the operator. Rows are never changed. */
@Entity('audit_events')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null for a command of the operator. */
  @Column('uuid', { nullable: true }) apiKeyId: string | null;
  /** The kind of user; null for events that are older than this column. */
  @Column('text', { nullable: true }) actor: 'key' | 'console' | 'operator' | null;
  /** The operation, such as `PATCH /v1/forms/:id`, or the command, such as `keys revoke`. */
  @Column('text') action: string;
  @Column('uuid', { nullable: true }) formId: string | null;
  @Column('text', { nullable: true }) resourceId: string | null;
  @Column('integer', { nullable: true }) revisionBefore: number | null;
  @Column('integer', { nullable: true }) revisionAfter: number | null;
  @Column('text', { nullable: true }) requestId: string | null;
  @Column('jsonb', { nullable: true }) details: Record<string, unknown> | null;
}
