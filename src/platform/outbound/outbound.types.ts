export type DeliveryErrorCode =
  | RefusedErrorCode
  | UnknownErrorCode
  | 'http_4xx'
  | 'http_5xx'
  | 'redirect_refused'
  | 'channel_disabled'
  | 'rejected_recipient'
  | 'smtp_not_configured';

export type RefusedErrorCode = 'timeout' | 'dns_error' | 'tls_error' | 'connection_refused' | 'connection_reset' | 'target_not_allowed';

/** The reasons why the outcome of a sent request is unknown. */
export type UnknownErrorCode = 'timeout' | 'connection_reset' | 'no_response';

/** One request to a destination that a user chose. The caller is responsible for retries, signatures and headers. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** The time limit of the whole exchange including the connection; the client has a maximum for it. */
  timeoutMs?: number;
  /**
   * True when the receiver may get the request twice. Only such a request uses an idle connection, which the receiver may just have closed:
   * the request is sent again when the connection is lost before an answer.
   */
  mayArriveTwice?: boolean;
  /** True to get the body of the answer, which is discarded otherwise. */
  readsBody?: boolean;
  /** True to get the beginning of a text answer. */
  readsExcerpt?: boolean;
}

export interface Excerpt {
  text: string;
  isCut: boolean;
}

/**
 * The result of a request: `answered` when a response was received, `refused` when no byte of the request was sent, `unknown` when bytes
 * were sent but no response was received. Only a refused request can be repeated without the risk of a duplicate.
 */
export type OutboundResult =
  | {
      kind: 'answered';
      status: number;
      /** The time from the start of the attempt to the headers of the response. */
      latencyMs: number;
      bytes: number;
      /** The body, if the request asks for it and the body is complete. */
      body?: Buffer;
      /** The beginning of the body, if the request asks for it and the body is a text. */
      excerpt?: Excerpt | null;
      retryAfterSeconds: number | null;
    }
  | { kind: 'refused'; errorCode: RefusedErrorCode }
  | { kind: 'unknown'; errorCode: UnknownErrorCode };
