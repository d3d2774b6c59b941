import { ApiProperty } from '@nestjs/swagger';
import { IsSingleLine } from '../../api/validation/decorators.rules';
import { wireOf } from '../../platform/text/wire.rules';
import type { NameUse } from './name-use.repository';

export class NameUseDto {
  /** The name of a field, or another one under which values come. @example 'question' */
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsSingleLine(1, 255)
  name: string;
}

export class OptionUseView {
  /** An option of the field. @example 'Monday' */
  option: string;

  /** The submissions with this option. @example 12 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;
}

/** The number of times that a name had a value in the submissions of the last 30 days. */
export class NameUseView {
  /** The submissions that were looked at: the newest 10,000 of the last 30 days, without imported and quarantined ones. @example 50 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10_000 })
  submissions: number;

  /** Those that had a value or a file under the name. @example 34 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10_000 })
  with_value: number;

  /** The options of the field of this name that were chosen, the most frequent first; empty for a name without a list of options. */
  @ApiProperty({ type: [OptionUseView] })
  options: OptionUseView[];

  static from(use: NameUse): NameUseView {
    return wireOf(use, 'submissions', 'withValue', 'options');
  }
}
