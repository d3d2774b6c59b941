import type { Type } from '@nestjs/common';
import { ApiError, type FieldError } from '../api/errors/api-error';
import { validateDto } from '../api/validation/validate-dto.rules';
import { OperatorError, UsageError } from '../platform/errors/operator-error';
import { snakeCase } from '../platform/text/text.rules';
import type { Terminal } from './terminal';

/** Converts the given options to parameters of the API. Throws a `UsageError` that names invalid ones. */
export function parametersOf<Dto extends object>(
  type: Type<Dto>,
  options: object,
  furtherErrors: (dto: Dto) => FieldError[] = () => [],
): Dto {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { dto, errors } = validateDto(type, Object.fromEntries(given.map(([name, value]) => [snakeCase(name), value])));
  const all = [...errors, ...furtherErrors(dto)];
  if (all.length === 0) return dto;
  throw new UsageError(all.map(({ path, message }) => `${path.replaceAll('_', '-')} ${message}.`).join('\n'));
}

/** Throws errors of the file and of the request without a stack, since they are not bugs. */
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

/** Creates a line that is rewritten in a terminal while the command runs. Nothing is written when standard error is a file. */
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
