import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { validateSync } from 'class-validator';
import { validationFailed } from '../errors/api-error';
import type { Fault } from '../errors/fault.types';
import type { CheckedInput } from './dto.rules';
import { textFaults, withoutNegativeZero } from './json/json-text.rules';

/** Checks a body or query against its DTO class. Unknown members are faults, and every fault is named at once. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || value === undefined) return value;
    refuse(textFaults(value));
    const input = plainToInstance(metatype, withoutNegativeZero(value)) as Partial<CheckedInput> & object;
    const faults = faultsOf(validateSync(input, STRICT));
    refuse([...faults, ...(input.faults?.() ?? [])]);
    return input;
  }
}

/** One message a property is enough; a value of the wrong type would break every other rule too. */
const STRICT = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, stopAtFirstError: true };

function refuse(faults: Fault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

/** class-validator's tree as dot paths. Its messages begin with the name of the property, which the path says already. */
function faultsOf(errors: ValidationError[], parent = ''): Fault[] {
  return errors.flatMap((error) => {
    const path = parent + error.property;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      path,
      message: spoken(rule, message, error.property),
    }));
    return [...own, ...faultsOf(error.children ?? [], `${path}.`)];
  });
}

function spoken(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'unknown property';
  const start = `${property} `;
  return message.startsWith(start) ? message.slice(start.length) : message;
}
