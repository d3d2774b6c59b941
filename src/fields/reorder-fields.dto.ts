import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { message } from '../api/validation/decorators.rules';
import { MAX_FIELDS_PER_FORM } from '../forms/definition/field.rules';

/** The limit of a list, above that of a form: a list that is merely wrong is refused with `invalid_field_order`. */
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

  /** Field ids in text, as they are stored. */
  static idsOf({ order }: ReorderFieldsDto): string[] {
    return order.map(String);
  }
}

/** An integer, or its text. The service decides if it is the id of a field. */
const isIntegerId = (id: unknown): boolean => Number.isSafeInteger(id) || (typeof id === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(id));
