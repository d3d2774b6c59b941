import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One change by an API key or the operator. Rows are only added. */
@Entity('audit_events')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') accountId: string;
  /** Null for the operator's commands. */
  @Column('uuid', { nullable: true }) apiKeyId: string | null;
  /** The kind of user of the key; null for events from before it was noted. */
  @Column('text', { nullable: true }) actor: 'key' | 'console' | 'operator' | null;
  /** The operation, such as `PATCH /v1/forms/:id` or `keys revoke`. */
  @Column('text') action: string;
  @Column('uuid', { nullable: true }) formId: string | null;
  @Column('text', { nullable: true }) resourceId: string | null;
  @Column('integer', { nullable: true }) revisionBefore: number | null;
  @Column('integer', { nullable: true }) revisionAfter: number | null;
  @Column('text', { nullable: true }) requestId: string | null;
  /** Effects of the event beyond its resource. */
  @Column('jsonb', { nullable: true }) details: Record<string, unknown> | null;
}
