import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsInt, Max, Min } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import type { CrossFieldValidated, ReadOnlyMembers } from '../api/validation/validate-dto.rules';
import { OverlapSeconds } from '../api/validation/decorators.rules';
import { DefinitionDto } from './definition.dto';
import type { Definition } from './model/definition.types';
import { structureErrors } from './definition/structure.rules';
import { MAX_VERSION } from './workflow.rules';
import type { WorkflowDraftView, WorkflowView } from './workflow-view.dto';

/** The replacement of a draft. */
export class ReplaceDraftDto implements CrossFieldValidated {
  static readonly readOnly: ReadOnlyMembers<Omit<WorkflowView, 'draft'> & WorkflowDraftView, ReplaceDraftDto> = {
    ...{ id: true, form_id: true, mode: true, simple_editable: true, published: true, warnings: true },
    ...{ revision: true, is_dirty: true, estimated_min_cost: true, estimated_max_cost: true },
    ...{ restored_from_version_id: true, saved_at: true },
  };

  /** The whole definition. It may be unfinished; only publishing and tests ask whether it can work. */
  @ApiProperty({ type: DefinitionDto })
  @Allow()
  definition: Definition;

  crossFieldErrors(): FieldError[] {
    return structureErrors(this.definition);
  }
}

/** The version that becomes the draft again. */
export class RestoreDraftDto {
  /** The number of a published version. @example 1 */
  @ApiProperty({ type: 'integer' })
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  version: number;
}

/** The rotation of a signing secret. */
export class RotateSecretDto {
  /** The seconds during which the previous secret still signs: up to 7 days, 24 hours when left out. 0 ends every earlier secret at once. */
  @OverlapSeconds()
  overlap_seconds?: number;
}
