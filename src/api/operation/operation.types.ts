import type { Type } from '@nestjs/common';
import type { Caller, NeededRights, Scope } from '../auth/caller';
import type { JsonBodyRules } from '../body/body-reader';
import type { ErrorCode } from '../errors/api-error';
import type { RightsRecheck } from './rights-recheck';
import type { PathParameters, Precondition, ResourceResolver } from './resource-resolver';

export interface OperationBody extends JsonBodyRules {
  type: Type;
  /** A valid body for the API document; a test sends it. */
  example: object;
  /** The handler finds further errors. It runs although the input has errors, and answers all of them together: see `Errors`. */
  furtherErrors?: boolean;
  /** An additional scope that depends on the content of the body. */
  scope?: (body: unknown) => Scope | null;
}

export interface OperationReply {
  /** The view of the data; null for the empty object that answers a delete; `bytes` where the handler writes the whole response. */
  type: Type | 'bytes' | null;
  /** The media types of `bytes`; without them, those of uploaded files. */
  content?: readonly string[];
  status?: 200 | 201 | 202;
  isList?: boolean;
  /**
   * The members of a page: `linked` has links and both cursors, `forward` the next cursor, `searched` also the end of a search, `inbox` also
   * a count of unread entries, and `feed` a next cursor at the end as well.
   */
  page?: 'linked' | 'forward' | 'searched' | 'inbox' | 'feed' | 'none';
  /** True where the handler sets the validator; `digest` for a digest of the answer. */
  etag?: boolean | 'digest';
  /** For a creating operation without If-Match: tells whether the ETag of a stored reply is still current. */
  created?: Type<Precondition>;
  location?: boolean;
}

/** Everything that the guards, the interceptors and the API document need to know about an operation. It always requires an API key. */
export interface OperationMetadata extends NeededRights {
  /** The name of the operation in generated clients: a verb and a noun, which is plural for lists only. Part of the API's contract. */
  operationId: string;
  summary: string;
  description?: string;
  /** True for a caller that needs neither the scope nor the right to write for what the path names. */
  isExempt?: (caller: Caller, path: PathParameters) => boolean;
  /** The name of the operation in the audit trail; without it, its method and path. */
  audit?: string;
  /** Finds the resource that the path names, or answers 404. */
  resource?: Type<ResourceResolver>;
  /** Checks the rights of the caller again in the transaction. */
  recheck?: Type<RightsRecheck>;
  /** Requires If-Match, and locks and compares before the handler runs. */
  ifMatch?: Type<Precondition>;
  /** Only locks where If-Match is left out. */
  ifMatchIsOptional?: boolean;
  /** Answers 304 to a matching If-None-Match. */
  ifNoneMatch?: boolean;
  idempotencyKey?: 'required' | 'optional';
  body?: OperationBody;
  /** In place of a body: the handler reads the bytes of the request while they arrive, and opens its own transactions. */
  stream?: { content: readonly string[]; example: string };
  query?: Type;
  reply: OperationReply;
  /** Error codes beyond those that follow from the other members. */
  errors?: readonly ErrorCode[];
}

/** A public route does its own checks. */
export type RouteMetadata = OperationMetadata | 'public';
