/** An error whose message tells an operator why something is impossible and what to do. It is printed without its stack. */
export class OperatorError extends Error {}

/** An `OperatorError` for a command line that names something that cannot exist. The command exits with 2, as for any wrong usage. */
export class UsageError extends OperatorError {}

/** The text that an operator gets for an error: the message of an `OperatorError`, the stack of any other error. */
export function explanationOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The message of a driver's error. A host with several addresses fails with one error for each and no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
