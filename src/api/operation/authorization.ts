import type { Caller, NeededRights } from '../auth/caller';
import type { FieldError } from '../errors/api-error';

/** The request that is judged. */
export interface JudgedRequest {
  caller: Caller;
  /** Finds the caller anew, with the rights of this moment. Throws 401. */
  callerNow: () => Promise<Caller>;
  operation: NeededRights;
  /** For a caller that needs no right for what the path names. */
  isExempt?: boolean;
  resource?: unknown;
  body?: unknown;
}

/** What a caller has been granted, and what its input asks for beyond that. */
export interface Judgement<Granted> {
  granted: Granted;
  errors: readonly FieldError[];
}

/**
 * Judges the rights of a caller again in the transaction of its request, where they depend on what the request is about. An operation
 * declares it in `@Operation({ authorization })`, and gets what was granted by `@Granted`.
 */
export abstract class Authorization<Granted = unknown> {
  /** Throws what the guards would throw by now. Comes before a stored reply is looked for. */
  abstract judge(request: JudgedRequest): Promise<Judgement<Granted>>;

  /** Throws unless the caller may see again what it was answered; `data` lacks the secrets. */
  abstract requireReplay(granted: Granted, data: object): Promise<void>;
}
