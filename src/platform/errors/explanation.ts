import { ConfigError } from '../config/config';
import { EmbeddedPostgresError } from '../../embedded-postgres/embedded-postgres-error';
import { OperatorError } from './operator-error';

/** What an operator is told of an error: the message alone where it says what to do, otherwise with the stack. */
export function explanationOf(error: unknown): string {
  if (isForOperators(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Whether the message of an error was written for operators and says what to do. */
export const isForOperators = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof OperatorError || error instanceof EmbeddedPostgresError;

/** What a driver says. A host with several addresses fails with an error for each and no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
