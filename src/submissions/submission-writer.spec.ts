import type { Transactions } from '../platform/database/transactions';
import type { ApiError } from '../api/errors/api-error';
import { SubmissionWriter } from './submission-writer';
import type { NewSubmission } from './submission-writer.types';

const aNew = (): NewSubmission => ({
  id: '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f',
  formId: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f',
  revision: 1,
  source: 'form_submit',
  fields: {},
  files: [],
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('answers 503 to a write that has been queued for ten seconds behind commits that do not end', async () => {
  const hanging = { run: () => new Promise(() => undefined) } as unknown as Transactions;
  const writer = new SubmissionWriter(hanging, null as never, null as never, null as never, null as never);
  const outcomes: string[] = [];
  const write = (name: string) =>
    void writer.write(aNew()).catch((error: ApiError) => outcomes.push(`${name} ${error.code}`));
  ['first in flight', 'second in flight', 'third', 'fourth'].forEach(write);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(outcomes).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(['third service_unavailable', 'fourth service_unavailable']);
});

it('answers 503 to a write that has been queued for more than a second when a commit loses its connection', async () => {
  const commits: ((error: Error) => void)[] = [];
  const run = () => new Promise((_, reject) => commits.push(reject));
  const writer = new SubmissionWriter(
    { run } as unknown as Transactions,
    null as never,
    null as never,
    null as never,
    null as never,
  );
  const outcomes: string[] = [];
  const write = (name: string) =>
    void writer.write(aNew()).catch((error: Error) => outcomes.push(`${name}: ${error.message}`));
  ['first in flight', 'second in flight', 'third'].forEach(write);
  await jest.advanceTimersByTimeAsync(1_000);
  write('fourth');
  commits[0]!(new Error('Connection terminated'));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(outcomes).toEqual([
    'third: The service cannot answer at the moment. Try again soon.',
    'first in flight: Connection terminated',
  ]);
  expect(commits).toHaveLength(3);
});
