import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { Scope } from '../../api/auth/caller';
import type { FieldError } from '../../api/errors/api-error';
import { MayBeAbsent } from '../../api/validation/decorators.rules';
import { IdListDto } from '../../api/validation/id-list.dto';

export const BATCH_ACTIONS = ['read', 'unread', 'release', 'spam', 'delete', 'restore'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

/** `permanently` deletes past the trash. It is false for all other actions. */
export interface SubmissionAction {
  action: BatchAction;
  permanently: boolean;
}

/** Decorates `permanently` of an action, and `permanenceErrors` tells where it does not belong. */
export const IsPermanently = () => applyDecorators(ApiPropertyOptional({ type: 'boolean', default: false }), MayBeAbsent(), IsBoolean());

export const permanenceErrors = ({ action, permanently }: { action?: BatchAction; permanently?: boolean }): FieldError[] =>
  permanently === undefined || action === 'delete' ? [] : [{ path: 'permanently', message: 'must be left out unless action is delete' }];

/** One action on many submissions of a form. */
export class SubmissionBatchDto extends IdListDto {
  /** `read` and `unread` mark, `release` accepts what is quarantined, `spam` quarantines, `delete` moves to the trash, `restore` takes out of it. */
  @ApiProperty({ enum: BATCH_ACTIONS })
  @IsIn(BATCH_ACTIONS)
  action: BatchAction;

  /** Of `delete`: true deletes for good, also what is in the trash. */
  @IsPermanently()
  permanently?: boolean;

  override crossFieldErrors(): FieldError[] {
    return [...super.crossFieldErrors(), ...permanenceErrors(this)];
  }

  static toAction({ action, permanently = false }: Pick<SubmissionBatchDto, 'action' | 'permanently'>): SubmissionAction {
    return { action, permanently };
  }

  /** The scope of the single action; null for a body without a known one. */
  static scopeOf(body: unknown): Scope | null {
    const { action } = (body ?? {}) as { action?: unknown };
    if (!BATCH_ACTIONS.includes(action as BatchAction)) return null;
    return action === 'delete' || action === 'restore' ? 'submissions:delete' : 'submissions:update';
  }

  static isForGood(body: unknown): boolean {
    return ((body ?? {}) as { permanently?: unknown }).permanently === true;
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

  /** The runs that the deletion of restored submissions cancelled. Only there when there are any. */
  @ApiPropertyOptional({ type: 'array', items: { type: 'string', format: 'uuid' }, example: ['019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f'] })
  cancelled_run_ids?: string[];

  static from({ changed, unchanged, missing, refused, cancelled_run_ids: runs = [] }: SubmissionBatchView): SubmissionBatchView {
    return { changed, unchanged, missing, refused, ...(runs.length > 0 && { cancelled_run_ids: runs }) };
  }
}
