import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../api/auth/scopes';

/** An API key as its owner sees it: one identity with its rights and limits, opened by one secret, or by two while it is rotated. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: Scope[];
  @Column('text') formAccessMode: 'all' | 'selected';
  @Column('boolean') writesEnabled: boolean;
  /** Limits of this key where they differ from the plan. */
  @Column('integer', { nullable: true }) readPerMinute: number | null;
  @Column('integer', { nullable: true }) writePerMinute: number | null;
  @Column('integer', { nullable: true }) destructivePerMinute: number | null;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;
  @Column('timestamptz') createdAt: Date;
}
