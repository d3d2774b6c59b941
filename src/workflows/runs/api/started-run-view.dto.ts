import { ApiProperty } from '@nestjs/swagger';
import { RUN_STATUSES, type RunStatus } from '../../definition/state-machine.rules';
import type { StartedRun } from '../store/run.types';

/** A run that has been started. */
export class StartedRunView {
  /** The id of the run. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** The status. @example 'pending' */
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  /** The points that were reserved. @example 0 */
  reserved_compute_points: number;

  /** False for a test, which renders what it would send and sends nothing but the mail of `send_mail`. @example false */
  deliveries_enabled: boolean;

  /** Names of a manual test that no field of the form has, as in the receipt of a submission; absent when there were none. @example ['utm_source'] */
  ignored_fields?: string[];

  static from(run: StartedRun, isSending: boolean, ignoredFields: string[] = []): StartedRunView {
    return {
      run_id: run.id,
      status: run.status,
      reserved_compute_points: run.reservedPoints,
      deliveries_enabled: isSending,
      ...(ignoredFields.length > 0 && { ignored_fields: ignoredFields }),
    };
  }
}

/** A run that was retried. */
export class RetriedRunView {
  /** The run that was retried. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** The run that repeats what has not succeeded. @example '019aa2c4-7d30-7a5b-9c6d-0a1b2c3d4e5f' */
  new_run_id: string;
}

/** A run to which nothing was done. */
export class RefusedRunView {
  /** The run as it was asked for. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** The error of the single operation. @example 'delivery_uncertain' */
  code: string;

  static from({ id, code }: { id: string; code: string }): RefusedRunView {
    return { run_id: id, code };
  }
}

/** The outcome of retrying many runs. */
export class RetriedRunsView {
  /** In the order of the request. */
  @ApiProperty({ type: [RetriedRunView], maxItems: 200 })
  retried: RetriedRunView[];

  /** With the reason of each. */
  @ApiProperty({ type: [RefusedRunView], maxItems: 200 })
  refused: RefusedRunView[];
}

/** The outcome of dismissing many runs. */
export class DismissedRunsView {
  /** The ids of the runs that are off the list, also of those that were before. @example ['019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f'] */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 200 })
  dismissed: string[];

  /** With the reason of each. */
  @ApiProperty({ type: [RefusedRunView], maxItems: 200 })
  refused: RefusedRunView[];
}
