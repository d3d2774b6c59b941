import type { Type } from '@nestjs/common';
import type { Caller, NeededRights, Scope } from '../auth/caller';
import type { JsonBodyRules } from '../body/body-reader';
import type { ErrorCode } from '../errors/api-error';
import type { RightsRecheck } from './rights-recheck';
import type { PathParameters, Precondition, ResourceResolver } from './resource-resolver';

export interface OperationBody extends JsonBodyRules {
  type: Type;
  /** A valid body for the API document. A test sends it. */
  example: object;
  /** Runs the handler even when the input has errors, so that it can add further errors and refuse with all of them: see `Errors`. */
  furtherErrors?: boolean;
  /** A further scope that the content of the body requires. */
  scope?: (body: unknown) => Scope | null;
  /** True for content for which the person of a session needs a fresh proof. */
  freshProof?: (body: unknown) => boolean;
  /** True for content that requires If-Match, where `ifMatchIsOptional` allows a request without. */
  ifMatch?: (body: unknown) => boolean;
}

export interface OperationReply {
  /** The view of the data; null for the empty object of a delete; `bytes` when the handler writes the response itself. */
  type: Type | 'bytes' | null;
  /** The media types of `bytes`, by default those of uploaded files. */
  content?: readonly string[];
  status?: 200 | 201 | 202;
  isList?: boolean;
  /**
   * The members of a page: `linked` has links and both cursors, `forward` the next cursor, `searched` the end of a search as well, `inbox`
   * a count of unread entries as well, and `feed` a next cursor even on the last page.
   */
  page?: 'linked' | 'forward' | 'searched' | 'inbox' | 'feed' | 'none';
  /** True when the handler sets the ETag; `digest` for a digest of the answer. */
  etag?: boolean | 'digest';
  /** For an operation that creates without If-Match: tells whether the ETag of a stored reply is still current. */
  created?: Type<Precondition>;
  location?: boolean;
}

/** The metadata of an operation for guards, interceptors and the API document. An operation always requires an API key. */
export interface OperationMetadata extends NeededRights {
  /** The name in generated clients: a verb and a noun, which is plural only for lists. It is part of the API's contract. */
  operationId: string;
  summary: string;
  description?: string;
  /** True for a caller that needs neither the scope nor write access for this path. */
  isExempt?: (caller: Caller, path: PathParameters) => boolean;
  /** Asks the person of a session who has not proved for fifteen minutes who is there, always or for some queries. Programs with keys are not asked. */
  freshProof?: boolean | ((query: Readonly<Record<string, unknown>>) => boolean);
  /** The name in the audit trail, by default the method and the path. */
  audit?: string;
  /** Finds the resource of the path, or answers 404. */
  resource?: Type<ResourceResolver>;
  recheck?: Type<RightsRecheck>;
  /** Requires If-Match, locks the resource and compares the ETag before the handler runs. */
  ifMatch?: Type<Precondition>;
  /** Allows a request without If-Match, for which the resource is only locked. */
  ifMatchIsOptional?: boolean;
  ifNoneMatch?: boolean;
  idempotencyKey?: 'required' | 'optional';
  body?: OperationBody;
  /** For an upload: the handler reads the bytes of the request while they arrive, and opens its own transactions. */
  stream?: { examples: Readonly<Record<string, string>> };
  query?: Type;
  reply: OperationReply;
  errors?: readonly ErrorCode[];
}

export type RouteMetadata = OperationMetadata | 'public';
