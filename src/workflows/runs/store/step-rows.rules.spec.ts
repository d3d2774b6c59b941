import { v7 } from 'uuid';
import { messageIdOf, stepIdOf } from './step-rows.rules';

const [first, second] = [v7(), v7()];

describe('the id of a step', () => {
  it('follows from run and node', () => {
    expect(stepIdOf(first, 'crm')).toBe(stepIdOf(first, 'crm'));
    const ids = [stepIdOf(first, 'crm'), stepIdOf(first, 'erp'), stepIdOf(second, 'crm')];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the id of a message', () => {
  it('is that of the first run of all in each of its repetitions', () => {
    const original = messageIdOf({ id: first, originRunId: null }, 'crm');
    expect(original).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(messageIdOf({ id: second, originRunId: first }, 'crm')).toBe(original);
    expect(messageIdOf({ id: second, originRunId: null }, 'crm')).not.toBe(original);
  });
});
