import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { validationFailed } from '../errors/api-error';
import type { FieldError } from '../errors/field-error.types';
import { validateDto } from './validate-dto.rules';
import { textFaults, withoutNegativeZero } from '../body/json-text.rules';

/** Checks a body or query against its DTO class. Unknown members are faults, and every fault is named at once. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || value === undefined) return value;
    if (type === 'body') refuse(textFaults(value));
    const { input, faults } = validateDto(metatype as Type<object>, withoutNegativeZero(value) as object);
    refuse(faults);
    return input;
  }
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}
