import type { SubmissionJob } from 'form-collection-client';
import { actionsOnAll, countInWords, doneInWords, questionOf } from './everything.rules';

const COUNTED = { count: 10_000, complete: true };
const job = (members: Partial<SubmissionJob> = {}): SubmissionJob =>
  ({
    action: 'delete',
    status: 'running',
    reason: null,
    total: 10_000,
    found: 400,
    changed: 400,
    refused: 0,
    ...members,
  }) as SubmissionJob;

describe('everything that fits the filters', () => {
  it('has the actions of its state', () => {
    const actionsWith = (filters: string) => actionsOnAll(new URLSearchParams(filters));
    expect(actionsWith('')).toEqual(['read', 'unread', 'spam', 'delete']);
    expect(actionsWith('state=quarantined')).toEqual(['release', 'delete']);
    expect(actionsWith('state=all')).toEqual(['read', 'unread', 'release', 'spam', 'delete']);
    expect(actionsWith('trash=only')).toEqual(['restore', 'purge']);
  });

  it('is told by its number, where that is known', () => {
    expect(countInWords(COUNTED)).toBe('10,000');
    expect(countInWords({ count: 3, complete: false })).toBe('that fit the filters');
    expect(questionOf('delete', COUNTED).title).toBe('Delete 10,000 submissions?');
    expect(questionOf('read', COUNTED).title).toBe('Mark as read: 10,000 submissions?');
    expect(questionOf('spam', { count: 3, complete: false }).title).toBe('Mark all submissions that fit the filters as spam?');
  });
});

describe('an action on many', () => {
  it.each([
    [{}, 'Delete: 400 of 10,000'],
    [{ total: null }, 'Delete: 400'],
    [{ permanently: true }, 'Delete for good: 400 of 10,000'],
    [{ status: 'done' as const, changed: 9_990, refused: 10 }, 'Delete: done. 9,990 changed, 10 refused.'],
    [{ status: 'cancelled' as const }, 'Delete: cancelled. 400 changed.'],
    [{ status: 'stopped' as const, reason: 'invalid_api_key' }, 'Delete: stopped, since the key that began it has ended. 400 changed.'],
    [{ status: 'stopped' as const, reason: 'internal_error' }, 'Delete: stopped, since it failed repeatedly. 400 changed.'],
  ])('%j says how far it is', (members, words) => expect(doneInWords(job(members))).toBe(words));
});
