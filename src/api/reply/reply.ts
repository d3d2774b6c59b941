/** Positions around a page of a list. Which members a list has is part of its contract. */
export interface PageMeta {
  path?: string;
  per_page?: number;
  next_cursor: string | null;
  prev_cursor?: string | null;
}

export interface PageLinks {
  first: string | null;
  last: string | null;
}

/** What an operation answers, when there is more to say than the data. A plain value is the data with nothing added. */
export class Reply<Data = unknown> {
  status?: number;
  etag?: string;
  location?: string;
  meta?: PageMeta;
  links?: PageLinks;
  /** Members of the data that are secrets: a stored reply keeps them sealed. */
  secrets: readonly string[] = [];
  headers: Record<string, string> = {};
  /** Whether the body is the data alone, without the envelope. */
  isBare = false;
  /** Whether this answers a repeated request from the stored reply. */
  isReplay = false;

  private constructor(readonly data: Data) {}

  static of<Data>(data: Data): Reply<Data> {
    return new Reply(data);
  }

  /** The answer to a delete: an empty object. */
  static deleted(): Reply<Record<string, never>> {
    const reply = new Reply<Record<string, never>>({});
    reply.isBare = true;
    return reply;
  }

  withEtag(etag: string): this {
    this.etag = etag;
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
