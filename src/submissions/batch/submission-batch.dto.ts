import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { Scope } from '../../api/auth/caller';
import { IdListDto } from '../../api/validation/id-list.dto';

export const BATCH_ACTIONS = ['read', 'unread', 'release', 'spam', 'delete'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

/** One action on many submissions of a form. */
export class SubmissionBatchDto extends IdListDto {
  /** `read` and `unread` mark, `release` accepts what is quarantined, `spam` quarantines, `delete` deletes. */
  @ApiProperty({ enum: BATCH_ACTIONS })
  @IsIn(BATCH_ACTIONS)
  action: BatchAction;

  /** The scope of the single action; null for a body without a known one. */
  static scopeOf(body: unknown): Scope | null {
    const { action } = (body ?? {}) as { action?: unknown };
    if (!BATCH_ACTIONS.includes(action as BatchAction)) return null;
    return action === 'delete' ? 'submissions:delete' : 'submissions:update';
  }

  static deletes(body: unknown): boolean {
    return SubmissionBatchDto.scopeOf(body) === 'submissions:delete';
  }
}

/** A submission that an action was not done to. */
export class RefusedSubmissionView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The error of the single action. @example 'no_places_left' */
  code: string;
}

/** The result of an action on many submissions. */
export class SubmissionBatchView {
  /** Those that the action has changed. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 200 })
  changed: number;

  /** Those that were as they should be already. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 200 })
  unchanged: number;

  /** Ids that no submission of the form has. @example ['019aa2c4-6a11-7c4d-9e5f-1a2b3c4d5e6f'] */
  missing: string[];

  /** Those that the single action would refuse, with its error. */
  @ApiProperty({ maxItems: 200, type: [RefusedSubmissionView] })
  refused: RefusedSubmissionView[];

  static from({ changed, unchanged, missing, refused }: SubmissionBatchView): SubmissionBatchView {
    return { changed, unchanged, missing, refused };
  }
}
