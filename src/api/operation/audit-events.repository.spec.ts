import { openContext } from './request-context';
import { Reply } from './reply';
import { type AuditEvent, auditEventOf } from './audit-events.repository';

/** The event of an edit with this reply. */
function eventOf(reply: Reply): AuditEvent | null {
  const request = { method: 'PATCH' } as never;
  openContext(request, {
    requestId: 'req_1',
    clientRequestId: null,
    startedAt: 0,
    route: '/v1/forms/:id',
    operation: { operationId: 'x', summary: '', bucket: 'write', reply: { type: null } },
    caller: { keyId: 'key', accountId: 'account' } as never,
    resourceIds: { formId: 'form', resourceId: null },
  });
  return auditEventOf(request, reply);
}

it('records a change with the revisions that the handler has returned', () => {
  expect(eventOf(Reply.of({}).withRevisions(3, 4))).toEqual({
    accountId: 'account',
    apiKeyId: 'key',
    action: 'PATCH /v1/forms/:id',
    formId: 'form',
    resourceId: null,
    revisionBefore: 3,
    revisionAfter: 4,
    requestId: 'req_1',
  });
});

it('records a change whose handler returns no revisions', () => {
  expect(eventOf(Reply.of({}))).toMatchObject({ revisionBefore: null, revisionAfter: null });
});

it('records a deletion, after which there is no revision', () => {
  expect(eventOf(Reply.deleted().withRevisions(3, null))).toMatchObject({ revisionAfter: null });
});

it('records nothing for an edit that changed nothing', () => {
  expect(eventOf(Reply.of({}).withRevisions(3, 3))).toBeNull();
});
