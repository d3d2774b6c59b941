import { applyDecorators, type ExecutionContext, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { documentOperation } from './operation-document';
import { OperationInterceptor } from './operation.interceptor';
import type { OperationMetadata, RouteMetadata } from './operation.types';

export function Operation(operation: OperationMetadata): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(operation.reply.status ?? 200),
    UseInterceptors(OperationInterceptor),
    documentOperation(operation),
  );
}

/** Declares a public route, which needs no API key and does its own checks. */
export const PublicRoute = () => SetMetadata(OPERATION, 'public' satisfies RouteMetadata);

export const OPERATION = 'operation';

/** The operation of a handler; null for a public route. Throws for a route that declares neither. */
export function operationOf(reflector: Reflector, context: ExecutionContext): OperationMetadata | null {
  const metadata = reflector.get<RouteMetadata | undefined>(OPERATION, context.getHandler());
  if (!metadata) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no operation.`);
  return metadata === 'public' ? null : metadata;
}
