import { outcomesOf } from './submission-outcome.rules';
import type { EarlierReceipt, HeldForm, NewSubmission } from './submission-writer.types';

const NOW = new Date('2026-11-20T21:26:00.000Z');

const aForm = (members: Partial<HeldForm> = {}): ReadonlyMap<string, HeldForm> =>
  new Map([['form', { id: 'form', revision: 2, isEnabled: true, remaining: null, now: NOW, ...members }]]);

const aSubmission = (id: string, members: Partial<NewSubmission> = {}): NewSubmission => ({
  id,
  formId: 'form',
  revision: 2,
  source: 'api',
  fields: {},
  fileCount: 0,
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
  ...members,
});

const keyed = (key: string, content: string): Partial<NewSubmission> => ({
  idempotency: { keyHash: Buffer.from(key), fingerprint: Buffer.from(content) },
});

const anEarlier = (key: string, content: string): EarlierReceipt => ({
  formId: 'form',
  keyHash: Buffer.from(key),
  fingerprint: Buffer.from(content),
  id: 'earlier',
  receivedAt: new Date(0),
  fileCount: 0,
  ignoredFields: ['old'],
});

const namesOf = (submissions: NewSubmission[], form = aForm(), earlier: EarlierReceipt[] = []): string[] =>
  outcomesOf(submissions, form, earlier, NOW).map(({ outcome }) => outcome);

describe('of a batch', () => {
  it('each submission is stored with its own id, and all at one time', () => {
    expect(outcomesOf([aSubmission('a', { ignoredFields: ['x'] }), aSubmission('b')], aForm(), [], NOW)).toEqual([
      { outcome: 'stored', receipt: { id: 'a', receivedAt: NOW, fileCount: 0, ignoredFields: ['x'] } },
      { outcome: 'stored', receipt: { id: 'b', receivedAt: NOW, fileCount: 0, ignoredFields: [] } },
    ]);
  });

  it.each<[string, ReadonlyMap<string, HeldForm>]>([
    ['is gone', new Map()],
    ['is disabled', aForm({ isEnabled: false })],
    ['has another revision', aForm({ revision: 3 })],
  ])('nothing is stored or answered when the form %s', (_, form) => {
    const submissions = [aSubmission('a'), aSubmission('b', keyed('k', 'x'))];
    expect(namesOf(submissions, form, [anEarlier('k', 'x')])).toEqual(['form_changed', 'form_changed']);
  });

  it('a submission whose key was used before repeats the earlier receipt, or conflicts with it', () => {
    const [same, other] = outcomesOf(
      [aSubmission('a', keyed('k', 'x')), aSubmission('b', keyed('k', 'y'))],
      aForm(),
      [anEarlier('k', 'x')],
      NOW,
    );
    expect(same).toMatchObject({ outcome: 'repeated', receipt: { id: 'earlier', ignoredFields: ['old'] } });
    expect(other).toEqual({ outcome: 'key_conflict' });
  });

  it('the first of a key is stored, and those that follow repeat it or conflict with it', () => {
    const submissions = ['x', 'y', 'x'].map((content, n) => aSubmission(`${n}`, keyed('k', content)));
    const written = outcomesOf(submissions, aForm(), [], NOW);
    expect(written.map(({ outcome }) => outcome)).toEqual(['stored', 'key_conflict', 'repeated']);
    expect(written[2]).toMatchObject({ receipt: { id: '0' } });
  });

  it('the key of another form is another key', () => {
    const forms = new Map([...aForm(), ['other', { ...aForm().get('form')!, id: 'other' }]]);
    const submissions = [aSubmission('a', keyed('k', 'x')), aSubmission('b', { formId: 'other', ...keyed('k', 'x') })];
    expect(namesOf(submissions, forms)).toEqual(['stored', 'stored']);
  });

  it('as many are stored as there are places, in the order of arrival', () => {
    const submissions = ['a', 'b', 'c'].map((id) => aSubmission(id));
    expect(namesOf(submissions, aForm({ remaining: 2 }))).toEqual(['stored', 'stored', 'quota_exceeded']);
    expect(namesOf(submissions, aForm({ remaining: -1 }))).toEqual(Array(3).fill('quota_exceeded'));
  });

  it('repetitions are answered without a place, and take none', () => {
    const submissions = [
      aSubmission('a', keyed('old', 'x')),
      aSubmission('b', keyed('new', 'x')),
      aSubmission('c', keyed('new', 'x')),
      aSubmission('d'),
    ];
    expect(namesOf(submissions, aForm({ remaining: 1 }), [anEarlier('old', 'x')])).toEqual([
      'repeated',
      'stored',
      'repeated',
      'quota_exceeded',
    ]);
  });
});
