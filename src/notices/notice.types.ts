import type { FormNoticeKind, NoticeDetail, NoticeEntity, NoticeKind } from './notice.entity';

/** The subject of a notice about the mails that tell of the submissions of a form. */
export const NOTIFICATIONS = 'notifications';

/** A name without a field is told of when it came this often within a week, from this many networks. */
export const FREQUENT_NAME = { count: 10, visitors: 5 };

/** A node of a published definition, as the task reads it. */
export interface FoundNode {
  id: string;
  type: string;
  name?: string;
  config?: { to?: unknown };
}

/** A notice that a statement of the task has found to be due. */
export interface FoundRow {
  accountId: string;
  formId: string | null;
  kind: NoticeKind;
  /** False where it is not enough for a new notice, but lets one last that is open. */
  opens: boolean;
  detail: NoticeDetail;
  subjects: string[];
  nodes: FoundNode[] | null;
}

export type FoundNotice = Omit<FoundRow, 'nodes'> & Pick<NoticeEntity, 'about'>;

export type LastingNotice = Pick<
  NoticeEntity,
  'id' | 'accountId' | 'formId' | 'kind' | 'detail' | 'subjects' | 'about' | 'closedAt' | 'isMuted' | 'mails'
> & {
  /** True when its last event was seven days ago. */
  isQuiet: boolean;
};

export interface NoticeEvent {
  formId: string;
  kind: FormNoticeKind;
  detail: NoticeDetail;
}
