import { doneInWords, whoInWords } from './activity.rules';

const NAMES: Record<string, string> = { lena: 'Lena', sheet: 'Sheet' };
const who = (actor: 'key' | 'console' | 'operator', key: string | null, action = 'keys create') =>
  whoInWords({ actor, key_id: key, action }, (id) => NAMES[id] ?? null);

it('an event names its key, the owner, the operator or the service', () => {
  expect(who('key', 'sheet')).toBe('Sheet');
  expect(who('console', 'lena')).toBe('Lena');
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
