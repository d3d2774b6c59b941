import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import { execute } from './execution.rules';
import type { LocalType, NodeResult } from './node-type.types';
import { condition } from './condition.node';
import { database } from './database.node';
import { delay } from './delay.node';
import { filter } from './filter.node';
import { mapValues } from './map-values.node';
import { setFields } from './set-fields.node';
import { stop } from './stop.node';
import { submissionReceived } from './submission-received.node';
import { switchNode } from './switch.node';

const run = (type: LocalType, config: object, fields: Record<string, unknown> = {}) => execute(type, config, aRunState(fields), someWork());

async function decisionOf(type: LocalType, config: object, fields: Record<string, unknown> = {}): Promise<NodeResult> {
  const result = await run(type, config, fields);
  if (result.failure) throw new Error(result.failure.message);
  return result.decision;
}

describe('submission_received', () => {
  it('accepts every source by default, otherwise the listed ones', async () => {
    expect((await decisionOf(submissionReceived, {})).port).toBe('out');
    expect((await decisionOf(submissionReceived, { sources: ['api'] })).port).toBe('out');
    expect((await decisionOf(submissionReceived, { sources: ['form_submit'] })).port).toBeNull();
  });

  it('may take no port only when a source is not listed', () => {
    expect(submissionReceived.mayTakeNoPort?.({})).toBe(false);
    expect(submissionReceived.mayTakeNoPort?.({ sources: ['api', 'form_submit', 'hosted_form'] })).toBe(false);
    expect(submissionReceived.mayTakeNoPort?.({ sources: ['api'] })).toBe(true);
  });
});

describe('filter and condition', () => {
  const where = { field: 'budget', op: 'gte', value: 10 };

  it('take the port of the result', async () => {
    expect(await decisionOf(filter, { where }, { budget: 10 })).toEqual({ port: 'out', output: { result: true } });
    expect(await decisionOf(filter, { where }, { budget: 9 })).toEqual({ port: null, output: { result: false } });
    expect((await decisionOf(condition, { where }, { budget: 10 })).port).toBe('true');
    expect((await decisionOf(condition, { where }, { budget: 9 })).port).toBe('false');
  });

  it('add a warning for a value of the wrong type', async () => {
    const warnings = ['fields.budget has a type that gte cannot compare.'];
    expect(await run(condition, { where }, { budget: '10' })).toMatchObject({ decision: { port: 'false' }, warnings });
  });
});

describe('switch', () => {
  const config = {
    value: '{{ fields.plan }}',
    cases: [
      { key: 'big', op: 'gt', value: 100 },
      { key: 'named', op: 'in', value: ['pro', 'team'] },
      { key: 'also', op: 'eq', value: 'pro' },
    ],
  };

  it.each([
    ['pro', 'case:named'],
    [101, 'case:big'],
    ['free', 'default'],
    [undefined, 'default'],
  ])('takes the first case that matches %j', async (plan, port) => {
    expect((await decisionOf(switchNode, config, { plan })).port).toBe(port);
  });

  it('adds a warning for each case that cannot compare the value', async () => {
    expect((await run(switchNode, config, { plan: 'pro' })).warnings).toEqual(['The value has a type that gt cannot compare.']);
  });
});

describe('set_fields', () => {
  it('renders texts, keeps the type of single values, and copies other values', async () => {
    const set = {
      name: '{{ fields.first }} {{ fields.last }}',
      budget: '{{ fields.budget }}',
      tier: 'gold',
      n: 1,
      none: null,
      absent: '{{ fields.x }}',
    };
    const changes = {
      replace: false,
      set: { name: 'Ada Byron', budget: 7, tier: 'gold', n: 1, none: null, absent: null },
      remove: ['first'],
    };
    const fields = { first: 'Ada', last: 'Byron', budget: 7 };
    expect(await decisionOf(setFields, { set, remove: ['first'] }, fields)).toEqual({
      port: 'out',
      output: changes,
      changes,
    });
  });

  it('replaces all fields in the mode replace', async () => {
    expect((await decisionOf(setFields, { set: { a: 1 }, mode: 'replace' })).changes).toEqual({
      replace: true,
      set: { a: 1 },
      remove: [],
    });
  });

  it('announces the fields that it sets', () => {
    expect(setFields.fieldsSet?.({ set: { a: 1, b: 2 } })).toEqual(['a', 'b']);
  });
});

describe('map_values', () => {
  const map = { de: 'Germany', '1': 'one', true: 'yes' };

  it.each<[unknown, unknown, object]>([
    ['de', undefined, { country: 'Germany' }],
    [1, undefined, { country: 'one' }],
    [true, undefined, { country: 'yes' }],
    ['xx', undefined, { country: 'xx' }],
    ['xx', 'other', { country: 'other' }],
    ['toString', undefined, { country: 'toString' }],
    [['de', 'xx'], undefined, { country: ['Germany', 'xx'] }],
    [['de', 'xx'], 'other', { country: ['Germany', 'other'] }],
    [undefined, undefined, {}],
    [undefined, 'other', { country: 'other' }],
  ])('maps %j with the default %j to %j', async (country, otherwise, set) => {
    const config = { field: 'country', map, ...(otherwise === undefined ? {} : { default: otherwise }) };
    const fields = country === undefined ? {} : { country };
    expect((await decisionOf(mapValues, config, fields)).changes).toEqual({ replace: false, set, remove: [] });
  });
});

describe('delay', () => {
  it('waits for a number of seconds', async () => {
    expect(await decisionOf(delay, { seconds: 60 })).toEqual({
      port: 'out',
      output: { seconds: 60 },
      wait: { seconds: 60 },
    });
  });

  it.each([
    ['2025-03-01', '2025-03-01T00:00:00.000Z'],
    [' 2025-03-01T10:00:00+02:00 ', '2025-03-01T08:00:00.000Z'],
  ])('waits until %s', async (date, instant) => {
    expect(await decisionOf(delay, { until: '{{ fields.date }}' }, { date })).toMatchObject({
      wait: { until: new Date(instant) },
    });
  });

  it.each(['tomorrow', '', '2025-02-30', '2025-03-01T10:00:00'])('fails for %j, which is not a point in time', async (date) => {
    expect((await run(delay, { until: '{{ fields.date }}' }, { date })).failure?.code).toBe('invalid_date');
  });
});

describe('stop', () => {
  it('takes no port and determines the outcome of the run', async () => {
    expect(await decisionOf(stop, { outcome: 'failed', message: 'Spam' })).toEqual({
      port: null,
      output: { outcome: 'failed', message: 'Spam' },
    });
    expect((await decisionOf(stop, {})).output).toEqual({ outcome: 'succeeded', message: null });
    expect(stop.runOutcome?.({ outcome: 'failed' })).toBe('failed');
    expect(stop.runOutcome?.({})).toBe('succeeded');
  });
});

describe('database', () => {
  it('returns the id of the stored submission', async () => {
    expect(await decisionOf(database, {})).toEqual({ port: 'out', output: { submission_id: 's1' } });
  });
});

describe('execute', () => {
  it('returns a failure for a template that cannot be rendered', async () => {
    const result = await run(setFields, { set: { a: '{{ fields.bad | url_encode }}' } }, { bad: '\ud800' });
    expect(result).toEqual({
      failure: { code: 'template_failed', message: expect.stringContaining('could not be rendered') },
      warnings: [],
    });
  });

  it('rethrows a programming error', async () => {
    const broken: LocalType = {
      ...database,
      execute: () => {
        throw new RangeError('bug');
      },
    };
    await expect(run(broken, {})).rejects.toThrow(RangeError);
  });
});
