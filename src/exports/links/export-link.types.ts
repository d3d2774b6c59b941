import type { ExportLinkEntity } from './export-link.entity';

/** A link as its readers and its owner know it. */
export type ExportLink = Omit<ExportLinkEntity, 'apiKeyId' | 'tokenDigest' | 'deletedAt'>;

/** A link in a list of those of several forms. */
export interface ExportLinkOfForm extends ExportLink {
  formName: string;
}

export interface NewExportLink extends Pick<
  ExportLinkEntity,
  'formId' | 'id' | 'apiKeyId' | 'name' | 'tokenDigest' | 'filters' | 'columns'
> {
  lifetimeSeconds: number;
}

/** A link that somebody reads. */
export interface OpenedLink extends ExportLinkOfForm {
  /** The hour has had its reads. */
  isRefused: boolean;
  retryAfterSeconds: number;
}
