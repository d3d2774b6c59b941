export type DeliveryErrorCode =
  | RefusedErrorCode
  | UnknownErrorCode
  | 'http_4xx'
  | 'http_5xx'
  | 'redirect_refused'
  | 'channel_disabled'
  | 'rejected_recipient'
  | 'smtp_not_configured';

/** The reasons why nothing was sent. */
export type RefusedErrorCode = 'timeout' | 'dns_error' | 'tls_error' | 'connection_refused' | 'connection_reset' | 'target_not_allowed';

/** The reasons why the outcome of a request that was sent is unknown. */
export type UnknownErrorCode = 'timeout' | 'connection_reset' | 'no_response';

/** One request to a destination that a user chose. The caller is responsible for retries, signatures and headers. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** The timeout of the whole exchange including the connection, limited to the maximum of the client. */
  timeoutMs?: number;
  /**
   * True when the receiver may get the request twice. Only such a request uses a connection that was kept alive; it is repeated once when
   * that is lost before an answer, since the receiver may have closed it while it was idle.
   */
  mayArriveTwice?: boolean;
  /** True to get the body of the answer, which else is discarded. */
  readsBody?: boolean;
  /** True to get the beginning of an answer that is a text. */
  readsExcerpt?: boolean;
}

export interface Excerpt {
  text: string;
  /** True when more followed. */
  isCut: boolean;
}

/**
 * The result of a request: `answered` when a response was received, `refused` when no byte of the request was sent, `unknown` when some
 * was sent and no response received. Only a refused request can be repeated without the risk of a duplicate.
 */
export type OutboundResult =
  | {
      kind: 'answered';
      status: number;
      /** The time from the start of the attempt to the headers of the response. */
      latencyMs: number;
      /** The bytes of the response body that were read. */
      bytes: number;
      /** The body, if it was asked for and is complete. */
      body?: Buffer;
      /** The beginning of the body, if it was asked for and is a text. */
      excerpt?: Excerpt | null;
      retryAfterSeconds: number | null;
    }
  | { kind: 'refused'; errorCode: RefusedErrorCode }
  | { kind: 'unknown'; errorCode: UnknownErrorCode };
