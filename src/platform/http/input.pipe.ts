import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { validationFailed } from '../errors/api-error';
import type { Fault } from '../errors/fault.types';
import { checked } from './checked-input.rules';
import { textFaults, withoutNegativeZero } from './json/json-text.rules';

/** Checks a body or query against its DTO class. Unknown members are faults, and every fault is named at once. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || value === undefined) return value;
    if (type === 'body') refuse(textFaults(value));
    const { input, faults } = checked(metatype as Type<object>, withoutNegativeZero(value) as object);
    refuse(faults);
    return input;
  }
}

function refuse(faults: Fault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}
