import type { NoticeDetail } from './notice.entity';

/** The facts of a notice as its texts use them. */
export interface NoticeFacts {
  /** Quoted names: origins, names of values, channels, keys. Some of them, where there are many. */
  list: string;
  visitors: number;
  count: number;
  limit: number;
  /** A day (UTC). */
  day: string;
  isOfFiles: boolean;
  /** True when a page sends `null` for its origin. */
  hasNullOrigin: boolean;
}

export function factsOf(detail: NoticeDetail): NoticeFacts {
  const { origins, names, channels, keys, visitors, count, limit, quota } = detail;
  const day = [detail.closed_at, detail.deleted_from, detail.fails_on].find((value) => typeof value === 'string');
  return {
    list: listOf([...namesOf(origins), ...namesOf(names), ...namesOf(channels), ...keysOf(keys)]),
    visitors: numberOf(visitors),
    count: numberOf(count),
    limit: numberOf(limit),
    day: day?.slice(0, 10) ?? '',
    isOfFiles: quota === 'files',
    hasNullOrigin: namesOf(origins).includes('null'),
  };
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

type Named = Readonly<Record<string, unknown>>;

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : nameOf(item as Named))) : [];

const nameOf = ({ name, node_id, type }: Named): string => String(name ?? node_id ?? type);

const keysOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as Named[]).map((key) => `${nameOf(key)} (${String(key.expires_at).slice(0, 10)})`) : [];

/** In one line, so that no name can add a line of a mail that is not of the service. */
function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => oneLine(name));
  return [...shown, ...(names.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const MAX_LISTED = 16;
