import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PagedDto } from '../api/pagination/page.dto';
import { MayBeAbsent, textRule } from '../api/validation/decorators.rules';
import { isUuid } from '../platform/ids.rules';
import { KEY_STATUSES, type KeyFilter, type KeyStatus } from './key.types';

export const IsKeyId = () => textRule('isKeyId', isUuid, 'must be the id of a key');

/** The query of the list of keys. */
export class ListKeysDto extends PagedDto {
  /** Only keys with this status; `active` contains those that are `expiring`. */
  @ApiPropertyOptional({ enum: KEY_STATUSES })
  @MayBeAbsent()
  @IsIn(KEY_STATUSES)
  status?: KeyStatus;

  /** Only keys that this key has made. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsKeyId()
  created_by?: string;

  static toFilter({ status, created_by: createdByKeyId }: ListKeysDto): KeyFilter {
    return { status, createdByKeyId };
  }
}
