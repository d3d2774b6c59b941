import type { SubmissionBatchInput } from 'form-collection-client';
import type { ListedSubmission } from '../submission-list';

/** `purge` deletes for good. */
export type Action = SubmissionBatchInput['action'] | 'purge';

export const ACTION_NAMES: Record<Action, string> = {
  read: 'Mark as read',
  unread: 'Mark as unread',
  release: 'Release',
  spam: 'Spam',
  delete: 'Delete',
  restore: 'Restore',
  purge: 'Delete for good',
};

export const bodyOf = (action: Action): Pick<SubmissionBatchInput, 'action' | 'permanently'> =>
  action === 'purge' ? { action: 'delete', permanently: true } : { action };

/** The actions that delete, from which the service may ask for a fresh proof. */
export const isDeletion = (action: Action): boolean => action === 'delete' || action === 'purge';

const LARGEST_BATCH = 200;

export const isHeld = ({ state }: ListedSubmission): boolean => state === 'quarantined';
/** Held submissions do not count as unread. */
export const isUnread = (item: ListedSubmission): boolean => !item.read_at && !isHeld(item);

const IS_DUE: Record<Action, (item: ListedSubmission) => boolean> = {
  read: isUnread,
  unread: (item) => Boolean(item.read_at) && !isHeld(item),
  release: isHeld,
  spam: (item) => !isHeld(item),
  delete: () => true,
  restore: () => true,
  purge: () => true,
};

const isOfTrash = (action: Action): boolean => action === 'restore' || action === 'purge';

export const actionsFor = (items: ListedSubmission[]): Action[] =>
  (Object.keys(IS_DUE) as Action[]).filter((action) =>
    items.some((item) => isOfTrash(action) === 'deleted_at' in item && IS_DUE[action](item)),
  );

/** The submission after an action; null when the submission no longer fits the filters of its list. */
export function after(item: ListedSubmission, action: Action, filters: URLSearchParams): ListedSubmission | null {
  const read = { read: item.read_at ?? new Date().toISOString(), unread: null }[action as string];
  const state = { release: 'accepted', spam: 'quarantined' }[action as string] ?? item.state ?? 'accepted';
  const changed = { ...item, state, ...(read !== undefined && { read_at: read }) } as ListedSubmission;
  if (action === 'spam') changed.spam_reasons = [{ check: 'marked', detail: 'It was marked as spam.' }];
  const [wanted, status] = [filters.get('state') ?? 'accepted', filters.get('read_status') ?? 'all'];
  const fits = wanted === 'all' || wanted === state;
  const isAsked = status === 'all' || status === (changed.read_at ? 'read' : 'unread');
  return !isDeletion(action) && action !== 'restore' && fits && isAsked ? changed : null;
}

/** One batch for each form, or several for a form with too many submissions. */
export function batchesOf(items: readonly Pick<ListedSubmission, 'form_id' | 'id'>[]): { form: string; ids: string[] }[] {
  const byForm = new Map<string, string[]>();
  for (const { form_id: form, id } of items) {
    if (!byForm.get(form)?.push(id)) byForm.set(form, [id]);
  }
  return [...byForm].flatMap(([form, ids]) => {
    const parts = Math.ceil(ids.length / LARGEST_BATCH);
    return Array.from({ length: parts }, (_, part) => ({ form, ids: ids.slice(part * LARGEST_BATCH, (part + 1) * LARGEST_BATCH) }));
  });
}

const REFUSALS: Record<string, string> = {
  duplicate_submission: 'refused: another submission has its value by now',
  no_places_left: 'refused: no places are left',
};

/** The reason why an action was refused, by the code of the error. */
export const refusalOf = (code: string): string => REFUSALS[code] ?? `refused: ${code}`;
