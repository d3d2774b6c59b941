import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { idOf, isUuid } from '../../platform/ids.rules';
import type { FieldError } from '../errors/api-error';
import { message } from './decorators.rules';
import type { CrossFieldValidated } from './validate-dto.rules';

const MOST = 200;

/** The ids of the resources that one request is about. */
export class IdListDto implements CrossFieldValidated {
  /** The ids; one that is repeated counts once. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: MOST,
    example: ['019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f'],
  })
  @ArrayMaxSize(MOST)
  @ArrayMinSize(1, message('must have at least one entry'))
  @IsArray(message('must be a list of ids'))
  ids: string[];

  crossFieldErrors(): FieldError[] {
    if (!Array.isArray(this.ids) || this.ids.length > MOST) return [];
    return this.ids.flatMap((id: unknown, index) =>
      typeof id === 'string' && isUuid(idOf(id)) ? [] : [{ path: `ids.${index}`, message: 'must be an id' }],
    );
  }

  /** Each id once, in their order, in which rows are locked. */
  static distinct({ ids }: IdListDto): string[] {
    return [...new Set(ids.map(idOf))].sort();
  }
}
