import type { Type } from '@nestjs/common';
import type { Scope } from '../auth/scopes';
import type { ErrorCode } from '../errors/api-error';
import type { Precondition, ResourceResolver } from '../resource/resource-resolver';

/** Which of the key's buckets a request takes from; it takes from that of the account too. */
export type KeyBucket = 'read' | 'write' | 'destructive';

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
  /** Of a creating operation without If-Match: tells whether the ETag of a stored reply still holds. */
  created?: Type<Precondition>;
  location?: boolean;
}

/** Everything that guards, interceptors and the API document need to know of an operation, which always needs an API key. */
export interface OperationMetadata {
  summary: string;
  description?: string;
  /** Left out: any valid key will do. Of several, one is enough to ask; the operation then decides. */
  scope?: Scope | readonly Scope[];
  bucket: KeyBucket;
  /** Resolves the ids of the path, or 404. */
  on?: Type<ResourceResolver>;
  /** Demands If-Match, and locks and compares before the operation runs. */
  ifMatch?: Type<Precondition>;
  /** Answers 304 to a matching If-None-Match. */
  ifNoneMatch?: boolean;
  /** Demands an Idempotency-Key; or takes one, when it is `optional`. */
  isIdempotent?: true | 'optional';
  body?: OperationBody;
  query?: Type;
  reply: OperationReply;
  /** Codes beyond those that follow from the above. */
  errors?: readonly ErrorCode[];
}

/** What a route is: an operation of the management API, or a public route that cares for itself. */
export type RouteMetadata = OperationMetadata | 'public';
