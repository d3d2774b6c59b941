import { ApiError } from '../src/index.js';

/** A place in a file, counted from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Something to mend, with the place in a file if it comes from one. */
export interface Mistake {
  message: string;
  place?: Place | undefined;
}

/** Ends a command, or its work on one file, with exit code 1. Each mistake is told in a line of its own. */
export class Fault extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: string | Mistake | readonly Mistake[], options?: ErrorOptions) {
    const list = typeof mistakes === 'string' ? [{ message: mistakes }] : [mistakes].flat();
    super(list.map(lineOf).join('\n'), options);
    this.mistakes = list;
  }
}

/** Formats a mistake as compilers do, so that editors and terminals make a link of its place. */
export const lineOf = ({ message, place }: Mistake): string =>
  place ? `${place.file}:${place.line}:${place.column}: ${message}` : message;

/** Converts what a call of the service throws to a fault. Rethrows what no user can mend. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof ApiError) return new Fault(wordsOf(error as ApiError), { cause: error });
  const { cause, name } = error as Error & { cause?: Partial<Error> };
  // The platform throws these errors, which need not have the classes of this realm.
  const isConnection = name === 'TypeError' && typeof cause?.message === 'string';
  if (isConnection) return new Fault(`The service cannot be reached: ${cause.message || cause.name}.`, { cause: error });
  if (name === 'TimeoutError') return new Fault('The service has not answered in time.', { cause: error });
  throw error;
}

function wordsOf({ status, message, code, operation, requestId }: ApiError): string {
  if (status === 401)
    return 'The service does not accept the key. Check FORM_COLLECTION_KEY and FORM_COLLECTION_URL, which belong together.';
  const request = requestId === '' ? '' : `, request ${requestId}`;
  return `${message} (${operation}: ${status} ${code}${request})`;
}
