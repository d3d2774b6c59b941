import { isDeepStrictEqual } from 'node:util';
import { getOrInsert } from '../platform/maps.rules';
import type { NoticeEntity, NoticeKind, NoticeMails } from './notice.entity';
import { type FoundNode, type FoundNotice, type FoundRow, type LastingNotice, NOTIFICATIONS } from './notice.types';
import { addressesIn, digestOf } from './recipients.rules';

export interface NoticeChanges {
  /** Not there yet; one that ended within a day goes on instead. */
  opened: FoundNotice[];
  changed: ChangedNotice[];
  ended: EndedNotice[];
}

export type ChangedNotice = Pick<NoticeEntity, 'id' | 'detail' | 'subjects' | 'about' | 'mails'> & {
  /** True when it is about something more, which is told again. */
  isRenewed: boolean;
};

export interface EndedNotice {
  id: string;
  /** False when no mail tells of the end: somebody closed it, or another notice has taken its place. */
  isTold: boolean;
}

/** Compares what is so with the notices that last. */
export function changesOf(lasting: readonly LastingNotice[], rows: readonly FoundRow[]): NoticeChanges {
  const found = new Map(merged(rows).map((notice) => [keyOf(notice), notice]));
  const known = new Set(lasting.map(keyOf));
  const changed = lasting.flatMap((notice) => {
    const now = found.get(keyOf(notice));
    return now && !isSame(notice, now) ? [changeOf(notice, now)] : [];
  });
  const ended = lasting.filter((notice) => !found.has(keyOf(notice)) && (!RECORDED.has(notice.kind) || notice.isQuiet));
  return {
    opened: [...found.values()].filter((notice) => notice.opens && !known.has(keyOf(notice))),
    changed,
    ended: ended.map((notice) => ({ id: notice.id, isTold: notice.closedAt === null && !isSuperseded(notice, found) })),
  };
}

/** Events that another domain records, and that no statement of the task finds. */
const RECORDED: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['import_will_be_deleted']);

/** A kind that ends without a mail when another one of the same subjects takes its place. */
const SUPERSEDED_BY: Partial<Record<NoticeKind, NoticeKind>> = {
  quota_near: 'quota_reached',
  deliveries_failing: 'channel_disabled',
};

const keyOf = ({ accountId, formId, kind }: Pick<FoundRow, 'accountId' | 'formId' | 'kind'>): string => `${formId ?? accountId} ${kind}`;

function isSuperseded(notice: LastingNotice, found: ReadonlyMap<string, FoundNotice>): boolean {
  const kind = SUPERSEDED_BY[notice.kind];
  const other = kind && found.get(keyOf({ ...notice, kind }));
  return other !== undefined && notice.subjects.every((subject) => other.subjects.includes(subject));
}

const isSame = (notice: LastingNotice, now: FoundNotice): boolean =>
  isDeepStrictEqual([notice.detail, notice.subjects, notice.about], [now.detail, now.subjects, now.about]);

function changeOf(notice: LastingNotice, { detail, subjects, about }: FoundNotice): ChangedNotice {
  const isRenewed = subjects.some((subject) => !notice.subjects.includes(subject));
  const times = Object.entries(notice.mails).map(([digest, { at }]): [string, NoticeMails] => [digest, { at }]);
  return { id: notice.id, detail, subjects, about, mails: isRenewed ? Object.fromEntries(times) : notice.mails, isRenewed };
}

/** Joins the rows of one kind: several channels of a form are one notice. */
function merged(rows: readonly FoundRow[]): FoundNotice[] {
  const groups = new Map<string, FoundRow[]>();
  for (const row of rows) getOrInsert(groups, keyOf(row), () => []).push(row);
  return [...groups.values()].map((group) => {
    const [first] = group as [FoundRow];
    const subjects = group.flatMap((row) => row.subjects);
    const nodes = group.flatMap((row) => row.nodes ?? []);
    const { accountId, formId, kind } = first;
    const detail = CHANNEL_KINDS.has(kind) ? { channels: channelsOf(subjects, nodes) } : first.detail;
    const about = [...new Set(nodes.flatMap(({ config }) => addressesIn(config?.to)).map(digestOf))];
    return { accountId, formId, kind, opens: group.some((row) => row.opens), detail, subjects, about };
  });
}

const CHANNEL_KINDS: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['channel_disabled', 'deliveries_failing']);

const channelsOf = (subjects: readonly string[], nodes: readonly FoundNode[]) =>
  subjects.map((subject) => {
    if (subject === NOTIFICATIONS) return { node_id: null, name: null, type: 'notification' };
    const node = nodes.find(({ id }) => id === subject);
    return { node_id: subject, name: node?.name ?? null, type: node?.type ?? 'destination' };
  });
