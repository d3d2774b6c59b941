import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { message } from '../api/validation/decorators.rules';
import { MAX_FIELDS_PER_FORM } from '../forms/definition/field.rules';

/** The longest list that is read. It exceeds the number of fields, so that a wrong list is refused as `invalid_field_order`. */
const MAX_ENTRIES = 10 * MAX_FIELDS_PER_FORM;

/** The new order of a form's fields. */
export class ReorderFieldsDto implements CrossFieldValidated {
  /** The id of every field exactly once; the text of an id counts as its number. */
  @ApiProperty({
    type: 'array',
    maxItems: MAX_FIELDS_PER_FORM,
    uniqueItems: true,
    items: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[1-9][0-9]*$' }] },
    example: [2, 1],
  })
  @ArrayMaxSize(MAX_ENTRIES)
  @IsArray(message('must be a list of field ids'))
  order: unknown[];

  crossFieldErrors(): FieldError[] {
    if (!Array.isArray(this.order) || this.order.length > MAX_ENTRIES) return [];
    return this.order.flatMap((id, index) =>
      isIntegerId(id) ? [] : [{ path: `order.${index}`, message: 'must be the id of a field, which is a whole number' }],
    );
  }

  /** The field ids as strings, the type of the stored ids. */
  static idsOf({ order }: ReorderFieldsDto): string[] {
    return order.map(String);
  }
}

/** True for an integer or its decimal text. The service checks that a field has this id. */
const isIntegerId = (id: unknown): boolean => Number.isSafeInteger(id) || (typeof id === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(id));
