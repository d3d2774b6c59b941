import { doneInWords, doneToMany, whoInWords } from './activity.rules';

const NAMES: Record<string, string> = { lena: 'Lena', sheet: 'Sheet' };
const who = (actor: 'key' | 'console' | 'operator', key: string | null, action = 'keys create', name: string | null = null) =>
  whoInWords({ actor, key_id: key, key_name: name, action, details: null }, (id) => NAMES[id] ?? null);

it('an event names its key, the owner, the operator or the service', () => {
  expect(who('key', 'sheet')).toBe('Sheet');
  expect(who('console', 'lena')).toBe('Lena');
  expect(who('console', 'gone', 'keys create', 'Ada, who left')).toBe('Ada, who left');
  expect(who('console', null)).toBe('The owner');
  expect(who('key', 'unknown')).toBe('A key that is gone');
  expect(who('operator', null)).toBe('The operator');
  expect(who('operator', null, 'form.retention')).toBe('The service');
});

it('an action has words, and one that is not known has none', () => {
  expect(doneInWords('keys rotate')).toBe('gave a new value to the key');
  expect(doneInWords('PATCH /v1/forms/:id')).toBe('changed the form');
  expect(doneInWords('PUT /v2/anything')).toBeNull();
});

it('a change of many submissions says what was done to how many', () => {
  const batch = 'POST /v1/forms/:form/submissions/batch';
  expect(doneToMany({ action: batch, details: { count: 3, action: 'delete' } })).toBe('deleted 3 submissions of');
  expect(doneToMany({ action: 'submissions.job', details: { count: 1, action: 'read' } })).toBe('marked as read 1 submission of');
  expect(doneToMany({ action: batch, details: { count: 1200 } })).toBe('changed 1,200 submissions of');
  expect(doneToMany({ action: batch, details: null })).toBeNull();
  expect(doneToMany({ action: 'keys create', details: { count: 1 } })).toBeNull();
});
