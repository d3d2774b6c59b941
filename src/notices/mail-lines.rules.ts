import type { LanguageSetting } from '../forms/languages.types';
import { getOrInsert } from '../platform/maps.rules';
import type { NoticeEntity } from './notice.entity';
import { type Addressees, digestOf, recipientsOf } from './recipients.rules';

/** A notice of which a mail may have to tell, with what a mail says of its form. */
export type DueNotice = NoticeEntity &
  Addressees & {
    formName: string | null;
    accountName: string;
    language: LanguageSetting | null;
    readAt: Date;
  };

export interface MailLine {
  notice: DueNotice;
  phase: 'opened' | 'over';
}

export interface NoticeMail {
  recipient: string;
  digest: string;
  lines: MailLine[];
}

export const MAX_LINES = 20;

/** The mails to send now, each with the longest waiting lines, except to recipients that had a mail within the hour. */
export function mailsOf(due: readonly DueNotice[], mailedLately: ReadonlySet<string>): NoticeMail[] {
  const mails = new Map<string, NoticeMail>();
  for (const notice of due) {
    for (const recipient of recipientsOf(notice, notice)) {
      const digest = digestOf(recipient);
      const phase = phaseToTell(notice, digest);
      if (phase === null || mailedLately.has(digest)) continue;
      const mail = getOrInsert(mails, digest, () => ({ recipient, digest, lines: [] }));
      if (mail.lines.length < MAX_LINES) mail.lines.push({ notice, phase });
    }
  }
  return [...mails.values()];
}

/** The notices of which every recipient has been told. One without a recipient waits until there is one. */
export const toldToAll = (due: readonly DueNotice[]): DueNotice[] =>
  due.filter((notice) => {
    const recipients = recipientsOf(notice, notice);
    const isTold = recipients.every((recipient) => phaseToTell(notice, digestOf(recipient)) === null);
    return isTold && (recipients.length > 0 || notice.endedAt !== null);
  });

/** Of a notice that has ended before its mail went, the mail about its end tells. A recipient that joins later is not told. */
function phaseToTell(
  { mails, toldAt, closedAt, endedAt, readAt }: Pick<DueNotice, 'mails' | 'toldAt' | 'closedAt' | 'endedAt' | 'readAt'>,
  digest: string,
): MailLine['phase'] | null {
  const { opened, over } = mails[digest] ?? {};
  const isTelling = toldAt === null || readAt.getTime() - toldAt.getTime() < DAY_MS;
  if (closedAt === null) return opened === undefined && isTelling ? 'opened' : null;
  if (endedAt === null || over !== undefined) return null;
  const isLate = readAt.getTime() - endedAt.getTime() >= DAY_MS;
  return opened !== undefined || (isTelling && !isLate) ? 'over' : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
