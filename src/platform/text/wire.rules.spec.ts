import { wireOf } from './wire.rules';

const row = { id: '1', createdAt: new Date(0), endedAt: null as Date | null, isOpen: true, secretText: 'hidden' };

describe('wireOf', () => {
  it('writes the named members, and no other, in snake case with times as ISO 8601', () => {
    expect(wireOf(row, 'id', 'createdAt', 'endedAt', 'isOpen')).toEqual({
      id: '1',
      created_at: '1970-01-01T00:00:00.000Z',
      ended_at: null,
      is_open: true,
    });
  });

  it('keeps a member that is missing from the row out of the JSON', () => {
    const rowWithout: { id: string; endedAt?: Date } = { id: '1' };
    expect(JSON.stringify(wireOf(rowWithout, 'id', 'endedAt'))).toBe('{"id":"1"}');
  });
});
