import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { defer, lastValueFrom, type Observable, of } from 'rxjs';
import { type Config, CONFIG } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { readJsonBody } from '../body/body-reader';
import { validationFailed, withFurther } from '../errors/api-error';
import { jsonOfRandomLength, allowCompression } from '../answer/compression';
import { checkInput } from '../validation/request-input.rules';
import { auditEventsOf, AuditEventsRepository } from './audit-events.repository';
import { requireFreshProof, requireScope } from './scope.guard';
import { operationContextOf } from './request-context';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { IfMatchInterceptor, requireIfMatch } from './if-match.interceptor';
import { Reply, writeReply } from './reply';

/** Executes an operation after its guards, and refuses in the order of docs/adr/0005-order-of-refusals.md. */
@Injectable()
export class OperationInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly idempotency: IdempotencyInterceptor,
    private readonly ifMatch: IfMatchInterceptor,
    private readonly auditEvents: AuditEventsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const context = operationContextOf(request);
    const { operation, caller } = context;
    const isWrite = operation.bucket !== 'read';

    // The body is read only now, so that a client that a guard has refused cannot make the service read it.
    if ((isWrite && !operation.stream) || operation.body) context.body = await readJsonBody(request, operation.body);
    const scope = operation.body?.scope?.(context.body);
    if (scope) requireScope(caller, scope);
    if (operation.body?.freshProof?.(context.body)) requireFreshProof(caller);
    if (operation.body?.ifMatch?.(context.body)) requireIfMatch(request);

    // The steps of the transaction are defined from the last to the first. The last step is the handler, with the audit trail.
    const sent = { query: request.query, body: context.body };
    const handle = async (): Promise<Reply> => {
      const { query, body, errors } = checkInput(operation, sent);
      const mayHaveMore = operation.body?.furtherErrors === true && body !== undefined;
      if (errors.length > 0 && !mayHaveMore) throw validationFailed(errors);
      context.errors = errors;
      // eslint-disable-next-line others/no-patches -- docs/adr/0053-where-we-reach-into-others.md
      Object.defineProperty(request, 'query', { value: query, configurable: true });
      request.body = body;
      const reply = Reply.from(await lastValueFrom(next.handle()));
      if (errors.length > 0) throw validationFailed(errors); // in case the handler has ignored them
      for (const event of isWrite ? auditEventsOf(request, reply) : []) await this.auditEvents.insert(event);
      return reply;
    };
    // The step before the handler compares If-Match.
    const compare = operation.ifMatch ? () => through(this.ifMatch, execution, handle) : handle;
    // The step before the comparison looks for a stored reply, since the first execution of a repeated request has changed the ETag.
    const once = operation.idempotencyKey ? () => through(this.idempotency, execution, compare) : compare;
    // The first step checks the current rights of the caller.
    const recheck = async (): Promise<Reply> => {
      const { granted, errors } = await context.recheck!.recheck(context);
      if (errors.length > 0) throw validationFailed(withFurther(checkInput(operation, sent).errors, errors));
      context.granted = granted;
      return once();
    };

    // The reply is written only after the commit.
    const reply = isWrite && !operation.stream ? await this.transactions.runRepeatedly(operation.recheck ? recheck : once) : await once();
    if (operation.reply.type === 'bytes') return of(undefined);
    const body = writeReply(reply, request, response, this.config);
    if (operation.showsSecrets === true || reply.secrets.length > 0) return of(body);
    const text = body === undefined ? undefined : jsonOfRandomLength(body, request);
    if (text !== undefined) response.type('json');
    allowCompression(request, response, text ?? '');
    return of(text);
  }
}

/** The reply of an interceptor that is called with this work, and may skip it. */
const through = async (interceptor: NestInterceptor, execution: ExecutionContext, work: () => Promise<Reply>): Promise<Reply> =>
  Reply.from(await lastValueFrom(await interceptor.intercept(execution, { handle: () => defer(work) })));
