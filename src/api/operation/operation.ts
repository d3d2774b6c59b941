import type { ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { applyDecorators, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AuditInterceptor } from '../audit/audit.interceptor';
import { BodyInterceptor } from '../body/body.interceptor';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { documentOperation } from '../openapi/operation-document';
import { IfMatchInterceptor } from '../preconditions/if-match.interceptor';
import { ReplyInterceptor } from '../reply/reply.interceptor';
import { RequestInputInterceptor } from '../validation/request-input.interceptor';
import type { OperationMetadata, RouteMetadata } from './operation.types';
import { TransactionInterceptor } from './transaction.interceptor';

/** Declares an operation of the management API and binds the interceptors that it needs. */
export function Operation(operation: OperationMetadata): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(operation.reply.status ?? 200),
    UseInterceptors(...interceptorsOf(operation)),
    documentOperation(operation),
  );
}

/** Declares a public route: it needs no API key and does its own checks. */
export const PublicRoute = () => SetMetadata(OPERATION, 'public' satisfies RouteMetadata);

/** The metadata key of a handler's `RouteMetadata`. */
export const OPERATION = 'operation';

/** The operation of a handler; null for a public route. Throws for a route that declares neither. */
export function operationOf(reflector: Reflector, context: ExecutionContext): OperationMetadata | null {
  const metadata = reflector.get<RouteMetadata | undefined>(OPERATION, context.getHandler());
  if (!metadata) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no operation.`);
  return metadata === 'public' ? null : metadata;
}

/** From the outside in, which is part of the order of refusals (docs/adr/0005-order-of-refusals.md). */
function interceptorsOf({ bucket, body, idempotencyKey, ifMatch, reply }: OperationMetadata): Type<NestInterceptor>[] {
  const isWrite = bucket !== 'read';
  const steps: [isNeeded: boolean, Type<NestInterceptor>][] = [
    [reply.type !== 'bytes', ReplyInterceptor],
    [isWrite || body !== undefined, BodyInterceptor],
    [isWrite, TransactionInterceptor],
    [idempotencyKey !== undefined, IdempotencyInterceptor],
    [isWrite, AuditInterceptor],
    [ifMatch !== undefined, IfMatchInterceptor],
    [true, RequestInputInterceptor],
  ];
  return steps.filter(([isNeeded]) => isNeeded).map(([, interceptor]) => interceptor);
}
