import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { validationFailed } from '../errors/api-error';
import { checkBody, checkQuery } from './request-input.rules';

/**
 * Makes an instance of the DTO class from a body or a query, or answers 422 with every error at once. docs/adr/0011 says why this is not
 * Nest's `ValidationPipe`.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || value === undefined) return value;
    const check = type === 'query' ? checkQuery : checkBody;
    const { dto, errors } = check(metatype as Type<object>, value as Record<string, unknown>);
    if (errors.length > 0) throw validationFailed(errors);
    return dto;
  }
}
