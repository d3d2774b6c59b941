import { ApiProperty } from '@nestjs/swagger';
import { SubmissionView } from '../submission-view.dto';
import type { RestoredSubmission } from './restoration.service';

/** A submission that is out of the trash. */
export class RestoredSubmissionView extends SubmissionView {
  /** The runs that its deletion cancelled. They stay cancelled until they are retried. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, example: ['019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f'] })
  cancelled_run_ids: string[];

  static restored({ found, cancelledRunIds }: RestoredSubmission): RestoredSubmissionView {
    return { ...SubmissionView.of(found, true), cancelled_run_ids: cancelledRunIds };
  }
}
