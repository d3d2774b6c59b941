import { ApiError } from '../api/errors/api-error';
import { OperatorError } from '../platform/errors/operator-error';
import type { Terminal } from './terminal';

/** What is wrong with the file or with the request is no bug with a stack. */
export function explain(error: unknown): never {
  if (error instanceof ApiError && error.code === 'resource_not_found')
    throw new OperatorError('There is no form with this id.', { cause: error });
  if (error instanceof ApiError) {
    const details = Object.entries(error.details as Record<string, string[]>);
    const lines = details.map(([path, texts]) => `${path} ${texts.join(', ')}.`);
    throw new OperatorError([error.message, ...lines].join('\n'), { cause: error });
  }
  const { code, message } = error as NodeJS.ErrnoException;
  throw code === 'ENOENT' || code === 'EISDIR' || code === 'ENOSPC' ? new OperatorError(`${message}.`) : error;
}

/** One line of a terminal that changes; nothing where standard error is a file. */
export function progressLine({ stderr }: Terminal, verb: string, unit: string) {
  let shown = -1;
  return {
    show: (count: number) => {
      if (!stderr.isTTY || count === shown) return;
      stderr.write(`\r${verb}: ${(shown = count)} ${unit}`);
    },
    end: () => void (shown >= 0 && stderr.write('\n')),
  };
}
