import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError, notFound } from '../errors/api-error';
import { contextOf, type OperationContext } from './request-context';
import { idempotencyKeyOf } from './idempotency.interceptor';
import { requireIfMatch } from './if-match.interceptor';
import type { OperationMetadata } from './operation.types';

/** Finds the resource of the path and checks the required headers before the body is read. */
@Injectable()
export class ResourceGuard implements CanActivate {
  constructor(private readonly modules: ModuleRef) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(request);
    if (!context.operation) return true;
    const { ifMatch, reply, recheck } = context.operation;
    const precondition = ifMatch ?? reply.created;
    if (precondition) context.precondition = this.modules.get(precondition, { strict: false });
    if (recheck) context.recheck = this.modules.get(recheck, { strict: false });
    await this.resolve(request, context as OperationContext);
    requireHeaders(request, context.operation);
    return true;
  }

  private async resolve(request: Request, context: OperationContext): Promise<void> {
    const { operation, caller } = context;
    if (!operation.resource) return;
    const resolver = this.modules.get(operation.resource, { strict: false });
    const found = await resolver.find(caller, request.params as Record<string, string>);
    if (!found) throw notFound();
    Object.assign(context, { resolver, resource: found, resourceIds: resolver.idsOf(found) });
  }
}

function requireHeaders(request: Request, { idempotencyKey, ifMatch, ifMatchIsOptional }: OperationMetadata): void {
  if (idempotencyKey === 'required' && idempotencyKeyOf(request.headers['idempotency-key']) === null) {
    throw new ApiError('idempotency_key_required');
  }
  if (ifMatch && !ifMatchIsOptional) requireIfMatch(request);
}
