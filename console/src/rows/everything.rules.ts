import type { SubmissionCount, SubmissionJob } from 'form-collection-client';
import { ACTION_NAMES, type Action } from './actions.rules';

export type CountedRows = SubmissionCount;

/** The number, or that it is not known, since too many submissions would have to be looked at. */
export const countInWords = ({ count, complete }: CountedRows): string => (complete ? count.toLocaleString('en') : 'that fit the filters');

/** The actions on submissions of a list with these filters, whatever the rows are that were read. */
export function actionsOnAll(query: URLSearchParams): Action[] {
  if (query.get('trash')) return ['restore', 'purge'];
  const state = query.get('state');
  return state === 'quarantined'
    ? ['release', 'delete']
    : [...(['read', 'unread'] as const), ...(state === 'all' ? (['release'] as const) : []), 'spam', 'delete'];
}

const LATER = 'What arrives or is changed from now on is left alone.';

const EFFECTS: Record<Action, string> = {
  read: 'It can be cancelled while it goes on.',
  unread: 'It can be cancelled while it goes on.',
  release: 'They count from then on, and their deliveries begin.',
  spam: 'They are quarantined, and deleted after 30 days.',
  delete: 'They go to the trash. What waits to be delivered is cancelled.',
  restore: 'They are as they were before. What was cancelled is not sent.',
  purge: 'They are deleted for good, with all files.',
};

export function questionOf(action: Action, counted: CountedRows): { title: string; text: string; action: string } {
  const name = ACTION_NAMES[action];
  const all = counted.complete ? `${countInWords(counted)} submissions` : 'all submissions that fit the filters';
  const title = {
    delete: `Delete ${all}?`,
    purge: `Delete ${all} for good?`,
    restore: `Restore ${all}?`,
    release: `Release ${all}?`,
    spam: `Mark ${all} as spam?`,
  }[action as string];
  return { title: title ?? `${name}: ${all}?`, text: `${EFFECTS[action]} ${LATER}`, action: name };
}

const REASONS: Record<string, string> = {
  invalid_api_key: 'the key that began it has ended',
  insufficient_scope: 'the key that began it may not do it any more',
  writes_disabled: 'the key that began it may only read by now',
};

/** Tells how far an action is, or how it ended. */
export function doneInWords({ action, permanently, status, reason, total, found, changed, refused }: SubmissionJob): string {
  const name = ACTION_NAMES[permanently ? 'purge' : action];
  const number = (count: number) => count.toLocaleString('en');
  if (status === 'running') return `${name}: ${number(found)}${total === null ? '' : ` of ${number(total)}`}`;
  const refusals = refused > 0 ? `, ${number(refused)} refused` : '';
  const end = { done: 'done', cancelled: 'cancelled', stopped: `stopped, since ${REASONS[reason ?? ''] ?? 'it failed repeatedly'}` }[
    status
  ];
  return `${name}: ${end}. ${number(changed)} changed${refusals}.`;
}
