import type { Caller, NeededRights } from '../auth/caller';
import type { FieldError } from '../errors/api-error';

export interface RecheckedRequest {
  caller: Caller;
  /** Reads the caller and its current rights again, or throws 401. */
  callerNow: () => Promise<Caller>;
  operation: NeededRights;
  /** True for a caller that needs no scope for this path. */
  isExempt?: boolean;
  resource?: unknown;
  body?: unknown;
}

/** The current rights of the caller, and the errors of an input that asks for more. */
export interface RecheckResult<Granted> {
  granted: Granted;
  errors: readonly FieldError[];
}

/**
 * Checks the rights of a caller again in the transaction, for an operation whose rights depend on the content of the request. The operation
 * declares the class in `@Operation({ recheck })`, and its handler gets the result by `@Granted`.
 */
export abstract class RightsRecheck<Granted = unknown> {
  /** Throws what the guards would throw now. Called before a stored reply is looked for. */
  abstract recheck(request: RecheckedRequest): Promise<RecheckResult<Granted>>;

  /** Throws unless the caller may get the stored reply again. `data` lacks the secret members. */
  abstract requireMaySeeAgain(granted: Granted, data: object): Promise<void>;
}
