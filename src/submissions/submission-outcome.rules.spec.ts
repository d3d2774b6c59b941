import { outcomesOf } from './submission-outcome.rules';
import type { StoredReceipt, LockedForm, NewSubmission } from './submission-writer.types';

const NOW = new Date('2026-11-20T21:26:00.000Z');

const aForm = (members: Partial<LockedForm> = {}): ReadonlyMap<string, LockedForm> =>
  new Map([['form', { id: 'form', revision: 2, isEnabled: true, remaining: null, now: NOW, ...members }]]);

const aSubmission = (id: string, members: Partial<NewSubmission> = {}): NewSubmission => ({
  id,
  formId: 'form',
  revision: 2,
  source: 'api',
  fields: {},
  files: [],
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
  ...members,
});

const keyed = (key: string, content: string): Partial<NewSubmission> => ({
  idempotency: { keyHash: Buffer.from(key), fingerprint: Buffer.from(content) },
});

const aStoredReceipt = (key: string, content: string): StoredReceipt => ({
  formId: 'form',
  keyHash: Buffer.from(key),
  fingerprint: Buffer.from(content),
  id: 'earlier',
  receivedAt: new Date(0),
  fileCount: 0,
  ignoredFields: ['old'],
});

const namesOf = (submissions: NewSubmission[], form = aForm(), stored: StoredReceipt[] = []): string[] =>
  outcomesOf(submissions, form, stored, NOW).map(({ outcome }) => outcome);

describe('outcomesOf', () => {
  it('stores each submission of a batch with its own id, and all with one time', () => {
    expect(outcomesOf([aSubmission('a', { ignoredFields: ['x'] }), aSubmission('b')], aForm(), [], NOW)).toEqual([
      { outcome: 'stored', receipt: { id: 'a', receivedAt: NOW, fileCount: 0, ignoredFields: ['x'] } },
      { outcome: 'stored', receipt: { id: 'b', receivedAt: NOW, fileCount: 0, ignoredFields: [] } },
    ]);
  });

  it.each<[string, ReadonlyMap<string, LockedForm>]>([
    ['is deleted', new Map()],
    ['is disabled', aForm({ isEnabled: false })],
    ['has another revision', aForm({ revision: 3 })],
  ])('neither stores nor replays when the form %s', (_, form) => {
    const submissions = [aSubmission('a'), aSubmission('b', keyed('k', 'x'))];
    expect(namesOf(submissions, form, [aStoredReceipt('k', 'x')])).toEqual(['form_changed', 'form_changed']);
  });

  it('replays the stored receipt for a known key with the same fields, and reports a conflict for other fields', () => {
    const [same, other] = outcomesOf(
      [aSubmission('a', keyed('k', 'x')), aSubmission('b', keyed('k', 'y'))],
      aForm(),
      [aStoredReceipt('k', 'x')],
      NOW,
    );
    expect(same).toMatchObject({ outcome: 'replayed', receipt: { id: 'earlier', ignoredFields: ['old'] } });
    expect(other).toEqual({ outcome: 'key_conflict' });
  });

  it('stores the first submission under a key and decides the following ones by it', () => {
    const submissions = ['x', 'y', 'x'].map((content, n) => aSubmission(`${n}`, keyed('k', content)));
    const outcomes = outcomesOf(submissions, aForm(), [], NOW);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'key_conflict', 'replayed']);
    expect(outcomes[2]).toMatchObject({ receipt: { id: '0' } });
  });

  it('keeps the keys of forms apart', () => {
    const forms = new Map([...aForm(), ['other', { ...aForm().get('form')!, id: 'other' }]]);
    const submissions = [aSubmission('a', keyed('k', 'x')), aSubmission('b', { formId: 'other', ...keyed('k', 'x') })];
    expect(namesOf(submissions, forms)).toEqual(['stored', 'stored']);
  });

  it('stores as many as the quota allows, in the order of arrival', () => {
    const submissions = ['a', 'b', 'c'].map((id) => aSubmission(id));
    expect(namesOf(submissions, aForm({ remaining: 2 }))).toEqual(['stored', 'stored', 'quota_exceeded']);
    expect(namesOf(submissions, aForm({ remaining: -1 }))).toEqual(Array(3).fill('quota_exceeded'));
  });

  it('replays without quota and without using any', () => {
    const submissions = [
      aSubmission('a', keyed('old', 'x')),
      aSubmission('b', keyed('new', 'x')),
      aSubmission('c', keyed('new', 'x')),
      aSubmission('d'),
    ];
    expect(namesOf(submissions, aForm({ remaining: 1 }), [aStoredReceipt('old', 'x')])).toEqual([
      'replayed',
      'stored',
      'replayed',
      'quota_exceeded',
    ]);
  });
});
