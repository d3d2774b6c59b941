import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { validationFailed } from '../errors/api-error';
import type { FieldError } from '../errors/field-error.types';
import { validateDto } from './validate-dto.rules';
import { textFaults, withoutNegativeZero } from '../body/json-text.rules';

/**
 * Makes an instance of the DTO class from a body or a query, or answers 422 with every error at once. docs/adr/0011 says why this is not
 * Nest's `ValidationPipe`.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || value === undefined) return value;
    if (type === 'body') refuse(textFaults(value));
    const { dto, errors } = validateDto(metatype as Type<object>, withoutNegativeZero(value) as object);
    refuse(errors);
    return dto;
  }
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw validationFailed(errors);
}
