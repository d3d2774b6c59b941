import { PagedDto } from '../platform/http/page.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import type { Fault } from '../platform/errors/fault.types';
import type { CheckedInput } from '../platform/http/checked-input.rules';
import { MayBeAbsent, WholeNumber } from '../platform/http/dto.rules';
import { DEFINITION_SCHEMA } from './definition-schema.dto';
import type { Definition } from './definition/definition.types';
import { structureFaults } from './definition/structure.rules';
import { MAX_VERSION } from './workflow.rules';

/** A draft in place of the one that there is. */
export class ReplaceDraftDto implements CheckedInput {
  /** The whole definition. It may be unfinished; only publishing and tests ask whether it can work. */
  @ApiProperty(DEFINITION_SCHEMA)
  @Allow()
  definition: Definition;

  faults(): Fault[] {
    return structureFaults(this.definition);
  }
}

/** Which version to bring back. */
export class RestoreDraftDto {
  /** The number of a published version. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_VERSION })
  @WholeNumber(1, MAX_VERSION)
  version: number;
}

/** Which versions to list. */
export class ListVersionsDto extends PagedDto {}

/** How to change over to a new signing secret. */
export class RotateSecretDto {
  /** How long the secret so far signs as well, in seconds: up to 7 days, 24 hours when left out. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 604_800, default: 86_400 })
  @MayBeAbsent()
  @WholeNumber(0, 604_800)
  overlap_seconds?: number;
}
