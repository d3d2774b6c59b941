import type { Request, Response } from 'express';
import type { Config } from '../../platform/config/config';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { publicPath } from '../../platform/text/text.rules';
import { operationContextOf } from './request-context';
import type { OperationMetadata } from './operation.types';
import { ifNoneMatchHits } from './etag.rules';

/** The paging of a list in an answer. The contract of a list says which of these members it has. */
export interface PageMeta {
  path?: string;
  per_page?: number;
  next_cursor: string | null;
  prev_cursor?: string | null;
  has_more?: boolean;
  searched_to?: string | null;
  unread_count?: number;
}

export interface PageLinks {
  first: string | null;
  last: string | null;
}

/** The revisions before and after an edit: equal when nothing was changed; `after` is null when the resource was deleted. */
export interface Revisions {
  before: number;
  after: number | null;
}

export interface FurtherChange {
  resourceId: string;
  revisions: Revisions;
}

/** A change of many resources, for the audit trail. */
export interface ManyChanged {
  /** The action, where the operation has several. */
  action?: string;
  count: number;
  /** The first of them, as far as they are known. */
  ids: readonly string[];
}

/** The result of an operation that has more than its data. A handler that returns a plain value replies with that data alone. */
export class Reply<Data = unknown> {
  status?: number;
  etag?: string;
  location?: string;
  meta?: PageMeta;
  links?: PageLinks;
  revisions?: Revisions;
  /** Other changed resources, for the audit trail. */
  further: readonly FurtherChange[] = [];
  many?: ManyChanged;
  /** The names of the secret members, which are encrypted in a stored reply. A reply with secret members is not compressed. */
  secrets: readonly string[] = [];
  headers: Record<string, string> = {};
  /** False if the data can change without the ETag, so that a matching If-None-Match still gets the full reply. */
  mayBeNotModified = true;
  /** True to send the data without the envelope. */
  isBare = false;

  private constructor(readonly data: Data) {}

  static of<Data>(data: Data): Reply<Data> {
    return new Reply(data);
  }

  static from(value: unknown): Reply {
    return value instanceof Reply ? (value as Reply) : new Reply(value);
  }

  static deleted(): Reply<Record<string, never>> {
    const reply = new Reply<Record<string, never>>({});
    reply.isBare = true;
    return reply;
  }

  withEtag(etag: string): this {
    this.etag = etag;
    return this;
  }

  withoutNotModified(): this {
    this.mayBeNotModified = false;
    return this;
  }

  withStatus(status: number): this {
    this.status = status;
    return this;
  }

  withLocation(location: string): this {
    this.location = location;
    return this;
  }

  withRevisions(before: number, after: number | null): this {
    this.revisions = { before, after };
    return this;
  }

  withFurther(further: readonly FurtherChange[]): this {
    this.further = further;
    return this;
  }

  /** Tells the audit trail how many resources were changed, with the first ids. */
  withMany(ids: readonly string[], action?: string): this {
    this.many = { ...(action && { action }), count: ids.length, ids: ids.slice(0, MAX_TOLD_IDS) };
    return this;
  }

  /** Tells the audit trail how many resources were changed whose ids are not known. */
  withCount(count: number): this {
    this.many = { count, ids: [] };
    return this;
  }

  withSecrets(...members: string[]): this {
    this.secrets = members;
    return this;
  }

  withPage(meta: PageMeta, links?: PageLinks): this {
    this.meta = meta;
    this.links = links;
    return this;
  }
}

const MAX_TOLD_IDS = 50;

/** Sets the status and the headers of a reply. Returns the body: the envelope `{data, request_id}`, or nothing for a 304. */
export function writeReply(reply: Reply, request: Request, response: Response, { baseUrl }: Config): unknown {
  const { operation, requestId } = operationContextOf(request);
  response.status(reply.status ?? operation.reply.status ?? 200);
  if (operation.reply.etag === 'digest') reply.withEtag(digestTag(reply));
  if (reply.location) response.setHeader('Location', publicPath(baseUrl, reply.location));
  if (reply.etag) response.setHeader('ETag', reply.etag);
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (isNotModified(reply, operation, request)) {
    response.status(304);
    return undefined;
  }
  if (reply.isBare) return reply.data;
  return { data: reply.data, ...(reply.links && { links: reply.links }), ...(reply.meta && { meta: reply.meta }), request_id: requestId };
}

/** The ETag of a list: a digest of the answer. Cursors differ between equal answers, so only the presence of a next one is included. */
function digestTag({ data, meta = { next_cursor: null } }: Reply): string {
  const { next_cursor: next, prev_cursor: _, ...rest } = meta;
  return `"l-${sha256Of(JSON.stringify([data, rest, next !== null])).toString('base64url')}"`;
}

/** Compares If-None-Match and removes it: Express would compare as well, even for an ETag that does not cover counters. */
function isNotModified({ etag, mayBeNotModified }: Reply, { ifNoneMatch }: OperationMetadata, request: Request): boolean {
  const known = request.headers['if-none-match'];
  delete request.headers['if-none-match'];
  return ifNoneMatch === true && mayBeNotModified && etag !== undefined && ifNoneMatchHits(known, etag);
}
