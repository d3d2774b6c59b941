import type { NoticeFacts } from './notice-detail.rules';
import type { NoticeKind } from './notice.entity';

export interface KindTexts {
  /** Names the notice, in subjects and where it is over. */
  title: string;
  /** Says what is so. */
  says: (facts: NoticeFacts) => string;
  /** Says what the owner can do. */
  remedy: (facts: NoticeFacts) => string;
}

export interface NoticeTexts {
  kinds: Readonly<Record<NoticeKind, KindTexts>>;
  many: (count: number) => string;
  over: string;
  account: (name: string) => string;
  seeAll: string;
  reason: string;
}
