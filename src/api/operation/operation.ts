import type { ExecutionContext } from '@nestjs/common';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { documentOperation } from '../openapi/operation-document';
import type { OperationMetadata, RouteMetadata } from './operation.types';

/** Declares an operation of the management API. */
export function Operation(operation: OperationMetadata): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(operation.reply.status ?? 200),
    documentOperation(operation),
  );
}

/** Declares a route that is no operation of the management API and cares for itself. */
export const PublicRoute = () => SetMetadata(OPERATION, 'public' satisfies RouteMetadata);

/** The metadata key under which a handler has its `RouteMark`. */
export const OPERATION = 'operation';

/** The operation of a handler, or null on a public route. A route without either is a fault of ours and refuses to work. */
export function operationOf(reflector: Reflector, context: ExecutionContext): OperationMetadata | null {
  const mark = reflector.get<RouteMetadata | undefined>(OPERATION, context.getHandler());
  if (!mark) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no operation.`);
  return mark === 'public' ? null : mark;
}
