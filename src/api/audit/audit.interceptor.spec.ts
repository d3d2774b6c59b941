import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { openContext } from '../http/request-context';
import { Reply } from '../reply/reply';
import type { AuditEvent, AuditEventsRepository } from './audit-events.repository';
import { AuditInterceptor } from './audit.interceptor';

/** The events that a handler leaves which returns this value. */
async function eventsOf(value: unknown): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const repository = { insert: async (event: AuditEvent) => void events.push(event) } as AuditEventsRepository;
  const request = { method: 'PATCH' };
  openContext(request as never, {
    requestId: 'req_1',
    clientRequestId: null,
    startedAt: 0,
    route: '/v1/forms/:id',
    operation: { operationId: 'x', summary: '', bucket: 'write', reply: { type: null } },
    caller: { keyId: 'key', accountId: 'account' } as never,
    resourceIds: { formId: 'form', resourceId: null },
  });
  const execution = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  const next: CallHandler = { handle: () => of(value) };
  expect(await lastValueFrom(await new AuditInterceptor(repository).intercept(execution, next))).toBe(value);
  return events;
}

it('records a change with the revisions that the handler has returned', async () => {
  expect(await eventsOf(Reply.of({}).withRevisions(3, 4))).toEqual([
    {
      accountId: 'account',
      apiKeyId: 'key',
      action: 'PATCH /v1/forms/:id',
      formId: 'form',
      resourceId: null,
      revisionBefore: 3,
      revisionAfter: 4,
      requestId: 'req_1',
    },
  ]);
});

it('records a change whose handler returns no revisions', async () => {
  const unknown = { revisionBefore: null, revisionAfter: null };
  expect(await eventsOf(Reply.of({}))).toMatchObject([unknown]);
  expect(await eventsOf({})).toMatchObject([unknown]);
});

it('records a deletion, after which there is no revision', async () => {
  expect(await eventsOf(Reply.deleted().withRevisions(3, null))).toMatchObject([{ revisionAfter: null }]);
});

it('records nothing for an edit that changed nothing', async () => {
  expect(await eventsOf(Reply.of({}).withRevisions(3, 3))).toEqual([]);
});
