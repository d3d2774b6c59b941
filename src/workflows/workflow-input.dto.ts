import { PagedDto } from '../api/pagination/page.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import type { FieldError } from '../api/errors/field-error.types';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { MayBeAbsent, WholeNumber } from '../api/validation/decorators.rules';
import { DEFINITION_SCHEMA } from './definition-schema.dto';
import type { Definition } from './definition/definition.types';
import { structureErrors } from './definition/structure.rules';
import { MAX_VERSION } from './workflow.rules';

/** A draft in place of the one that there is. */
export class ReplaceDraftDto implements CrossFieldValidated {
  /** The whole definition. It may be unfinished; only publishing and tests ask whether it can work. */
  @ApiProperty(DEFINITION_SCHEMA)
  @Allow()
  definition: Definition;

  crossFieldErrors(): FieldError[] {
    return structureErrors(this.definition);
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
