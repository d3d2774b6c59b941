import type { Caller, NeededRights } from '../auth/caller';
import type { FieldError } from '../errors/api-error';

/** A request whose rights are checked again. */
export interface RecheckedRequest {
  caller: Caller;
  /** Finds the caller anew, with the rights of this moment. Throws 401. */
  callerNow: () => Promise<Caller>;
  operation: NeededRights;
  /** True for a caller that needs no right for what the path names. */
  isExempt?: boolean;
  resource?: unknown;
  body?: unknown;
}

/** The rights that a caller has at that moment, and the errors of an input that asks for more. */
export interface RecheckResult<Granted> {
  granted: Granted;
  errors: readonly FieldError[];
}

/**
 * Checks the rights of a caller again in the transaction of its request, where they depend on what the request is about. An operation
 * declares it in `@Operation({ recheck })`, and gets what was granted by `@Granted`.
 */
export abstract class RightsRecheck<Granted = unknown> {
  /** Throws what the guards would throw at that moment. Precedes the look for a stored reply. */
  abstract recheck(request: RecheckedRequest): Promise<RecheckResult<Granted>>;

  /** Throws unless the caller may see again what it was answered; `data` lacks the secrets. */
  abstract requireMaySeeAgain(granted: Granted, data: object): Promise<void>;
}
