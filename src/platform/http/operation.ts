import type { ExecutionContext, Type } from '@nestjs/common';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Scope } from '../auth/scopes';
import type { ErrorCode } from '../errors/api-error';
import { documentOperation } from './operation-document';
import type { Guarded, PathResource } from './path-resource';

/** The rate class of an operation: which of the key's buckets a request takes from. */
export type Bucket = 'read' | 'write' | 'destructive';

export interface OperationBody {
  type: Type;
  /** A body that works as it stands in the documentation; a test sends it. */
  example: object;
  /** Bytes; 256 KiB unless told otherwise. */
  limit?: number;
  /** Also accepts `application/merge-patch+json` (RFC 7396). */
  mergePatch?: boolean;
  /** The body may be left out altogether. */
  optional?: boolean;
  /** A further scope that depends on what the body asks for. */
  scope?: (body: unknown) => Scope | null;
}

export interface OperationReply {
  /** The view of the data; null for the empty object that answers a delete. */
  type: Type | null;
  status?: 200 | 201 | 202;
  isList?: boolean;
  /** How a list continues: with links and both cursors, with the next cursor only, or not at all. */
  page?: 'linked' | 'forward' | 'none';
  etag?: boolean;
  location?: boolean;
}

/** Everything that guards, interceptors and the API document need to know of an operation; none of them knows it from elsewhere. */
export interface Operation {
  summary: string;
  description?: string;
  /** `key`: needs an API key. `public`: anybody may call it, under limits of its own. */
  access: 'key' | 'public';
  /** Left out: any valid key will do. */
  scope?: Scope;
  bucket: Bucket;
  /** Resolves the ids of the path, or 404. */
  on?: Type<PathResource>;
  /** Demands If-Match, and locks and compares before the operation runs. */
  ifMatch?: Type<Guarded>;
  /** Answers 304 to a matching If-None-Match. */
  ifNoneMatch?: boolean;
  /** Demands an Idempotency-Key. */
  isIdempotent?: boolean;
  body?: OperationBody;
  query?: Type;
  reply: OperationReply;
  /** Codes beyond those that follow from the above. */
  errors?: readonly ErrorCode[];
}

/** Declares an operation of the management API. */
export function ApiOperation(operation: Operation): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(operation.reply.status ?? 200),
    documentOperation(operation),
  );
}

/** Declares a route that is no operation of the management API and cares for itself. */
export const PublicRoute = () => SetMetadata(OPERATION, 'public' satisfies RouteMark);

export type RouteMark = Operation | 'public';

export const OPERATION = 'operation';

/** The operation of a handler, or null on a public route. A route without either is a fault of ours and refuses to work. */
export function operationOf(reflector: Reflector, context: ExecutionContext): Operation | null {
  const mark = reflector.get<RouteMark | undefined>(OPERATION, context.getHandler());
  if (!mark) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no operation.`);
  return mark === 'public' ? null : mark;
}
