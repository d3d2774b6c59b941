import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../api/auth/scopes';

/** An API key: an identity with rights and limits, which outlives its secrets when they are rotated. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: Scope[];
  @Column('text') formAccessMode: 'all' | 'selected';
  @Column('boolean') writesEnabled: boolean;
  /** Requests a minute; null when the plan's limit applies. */
  @Column('integer', { nullable: true }) readPerMinute: number | null;
  @Column('integer', { nullable: true }) writePerMinute: number | null;
  @Column('integer', { nullable: true }) destructivePerMinute: number | null;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;
  @Column('timestamptz') createdAt: Date;
}
