import { ApiProperty } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import type { FieldError } from '../api/errors/field-error.types';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { message } from '../api/validation/decorators.rules';
import { MAX_FIELDS_PER_FORM } from './field.rules';

/** The new order of a form's fields. */
export class ReorderFieldsDto implements CrossFieldValidated {
  /** The id of every field exactly once; the text of an id counts as its number. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[1-9][0-9]*$' }] },
    example: [2, 1],
  })
  @IsArray(message('must be a list of field ids'))
  order: unknown[];

  crossFieldErrors(): FieldError[] {
    if (!Array.isArray(this.order)) return [];
    if (this.order.length > MAX_ENTRIES)
      return [{ path: 'order', message: `must have at most ${MAX_ENTRIES} entries` }];
    return this.order.flatMap((id, index) =>
      isWholeNumber(id) ? [] : [{ path: `order.${index}`, message: 'must be an integer' }],
    );
  }

  /** Field ids in text, as they are stored. */
  static idsOf({ order }: ReorderFieldsDto): string[] {
    return order.map(String);
  }
}

/** More than a form can have, since a list that is merely wrong has an error code of its own. */
const MAX_ENTRIES = 10 * MAX_FIELDS_PER_FORM;

const isWholeNumber = (id: unknown): boolean =>
  Number.isSafeInteger(id) || (typeof id === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(id));
