import type { Answer } from './api';

/** Whether an answer repeats an earlier one: the same status and data under an id of its own. */
export function expectReplay(answer: Answer, first: Answer): void {
  expect({ status: answer.status, data: answer.body.data }).toEqual({ status: first.status, data: first.body.data });
  expect(answer.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'original-request-id': first.body.request_id,
    location: first.headers.location,
  });
  expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.body.request_id).not.toBe(first.body.request_id);
}
