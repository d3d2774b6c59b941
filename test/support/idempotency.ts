import type { Answer, Api, CallOptions } from './api';

/** Expects a replay of an earlier answer: the same status and data with another request id. */
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

export const FORM = { name: 'Contact', validate_fields: true, notifications_enabled: false };
export const FIELD = { name: 'email', type: 'string', required: true };

export const fieldsOf = ({ id }: { id: string }): string => `/v1/forms/${id}/fields`;

/** Requests with the idempotency key `k`. The API is read on each call, so that tests can change the caller. */
export const keyedRequests = (api: () => Api) => ({
  create: (body: object | string = FORM, options: CallOptions = {}): Promise<Answer> =>
    api().post('/v1/forms', body, { idempotencyKey: 'k', ...options }),

  addField: (form: { id: string }, ifMatch: string, body: object = FIELD): Promise<Answer> =>
    api().post(fieldsOf(form), body, { ifMatch, idempotencyKey: 'k' }),

  countForms: async (): Promise<number> => (await api().get<unknown[]>('/v1/forms?limit=50')).body.data.length,
});
