import type { SubmissionFilterDto } from '../../submissions/submission-input.dto';

/** The filters of a link, as they were sent. */
export type LinkFilters = Omit<SubmissionFilterDto, 'crossFieldErrors'>;

/** An address at which a spreadsheet reads the submissions of a form. */
export interface ExportLink {
  formId: string;
  id: string;
  name: string;
  filters: LinkFilters;
  /** Null for all. */
  columns: string[] | null;
  expiresAt: Date;
  createdAt: Date;
  lastReadAt: Date | null;
}

/** A link in a list of those of several forms. */
export interface ExportLinkOfForm extends ExportLink {
  formName: string;
}

export interface NewExportLink extends Pick<ExportLink, 'formId' | 'id' | 'name' | 'filters' | 'columns'> {
  apiKeyId: string;
  tokenDigest: Buffer;
  lifetimeSeconds: number;
}

/** A link that somebody reads. */
export interface OpenedLink extends ExportLinkOfForm {
  /** The hour has had its reads. */
  isRefused: boolean;
  retryAfterSeconds: number;
}
