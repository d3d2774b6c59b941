import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsId, MayBeAbsent } from '../../../api/validation/decorators.rules';
import { RETRIED_WORKFLOWS, type RetriedWorkflow } from './retry.rules';
import { RefusedRunView } from './started-run-view.dto';

/** The failed deliveries of a channel that are sent again. */
export class SendAllAgainDto {
  /** As for one run: `same` is the default, `published` takes the version that is published now, and needs `submissions:read` besides. */
  @MayBeAbsent()
  @IsIn(RETRIED_WORKFLOWS)
  workflow?: RetriedWorkflow;

  /** The `before` of the answer before: only runs that are older than this one. Absent for the first batch. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsId('isRunId', 'must be the id of a run')
  before?: string;
}

/** A batch of deliveries that are sent again. */
export class SentAgainView {
  /** The number of runs of this batch that are tried again. @example 200 */
  retried: number;

  /** Runs that are not, such as those whose delivery may have arrived. */
  @ApiProperty({ type: [RefusedRunView], maxItems: 200 })
  refused: RefusedRunView[];

  /** The `before` of the next request; null when no run is left. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  before: string | null;
}
