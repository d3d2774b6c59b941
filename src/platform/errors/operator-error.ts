/** An error whose message tells an operator what is impossible, why, and what to do. It is printed without a stack. */
export class OperatorError extends Error {}

/** An `OperatorError` for an argument that names something that does not exist. The command exits with 2, as for any wrong usage. */
export class UsageError extends OperatorError {}

/** The text that an operator gets for an error: the message of an `OperatorError`, or the stack of any other error. */
export function explanationOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The message of a driver's error. For a host with several addresses, Node throws one error for each and no common message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
