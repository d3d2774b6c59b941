/** Why a delivery did not succeed, in the words that the delivery history shows. */
export type DeliveryErrorCode =
  | RefusedErrorCode
  | UnknownErrorCode
  | 'http_4xx'
  | 'http_5xx'
  | 'redirect_refused'
  | 'channel_disabled'
  | 'rejected_recipient'
  | 'smtp_not_configured';

/** Nothing was sent, for this reason. */
export type RefusedErrorCode =
  'timeout' | 'dns_error' | 'tls_error' | 'connection_refused' | 'connection_reset' | 'target_not_allowed';

/** Something was sent, and this is why its fate is not known. */
export type UnknownErrorCode = 'timeout' | 'connection_reset' | 'no_response';

/** One request to a destination that somebody outside chose. Retries, signing and the choice of headers are the caller's. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For the whole exchange, connecting included. Cut to what the client allows. */
  timeoutMs?: number;
}

/**
 * What became of a request. The three kinds are told apart by what the receiver can have seen: an answer came back, or not a single
 * byte of the request was handed to the network, or some was and no answer came. Only the second is safe to repeat blindly.
 */
export type OutboundResult =
  | {
      kind: 'answered';
      status: number;
      /** From the start of the attempt to the answer's headers. */
      latencyMs: number;
      /** How much of the answer's body was read. The body itself is never kept. */
      bytes: number;
      retryAfterSeconds: number | null;
    }
  | { kind: 'refused'; errorCode: RefusedErrorCode }
  | { kind: 'unknown'; errorCode: UnknownErrorCode };
