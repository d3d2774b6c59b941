import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubmissionOrder } from '../../submissions/submission-filter.types';
import type { SubmissionFilterDto } from '../../submissions/submission-input.dto';
import type { Header } from '../export.types';

export type LinkFilters = Omit<SubmissionFilterDto, 'crossFieldErrors'>;

@Entity('export_links')
export class ExportLinkEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') apiKeyId: string;
  @Column('text') name: string;
  @Column('bytea') tokenDigest: Buffer;
  @Column('jsonb') filters: LinkFilters;
  /** Null for all columns. */
  @Column('text', { array: true, nullable: true }) columns: string[] | null;
  @Column('text') header: Header;
  @Column('text') timeZone: string;
  @Column('text') sortOrder: SubmissionOrder;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastReadAt: Date | null;
}

/** A link without the columns that only its repository reads. */
export type ExportLink = Omit<ExportLinkEntity, 'apiKeyId' | 'tokenDigest' | 'deletedAt'>;

export interface ExportLinkOfForm extends ExportLink {
  formName: string;
}

export interface NewExportLink extends Pick<
  ExportLinkEntity,
  'formId' | 'id' | 'apiKeyId' | 'name' | 'tokenDigest' | 'filters' | 'columns' | 'header' | 'timeZone' | 'sortOrder'
> {
  lifetimeSeconds: number;
}

export interface OpenedLink extends ExportLinkOfForm {
  isRefused: boolean;
  retryAfterSeconds: number;
}
