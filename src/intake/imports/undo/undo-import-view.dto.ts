import { ApiProperty } from '@nestjs/swagger';
import { wireOf } from '../../../platform/text/wire.rules';
import type { StoredImport } from '../../../submissions/imports/import.types';
import type { UndoneImport } from './undo-imports.service';

/** An import that can be undone. */
export class StoredImportView {
  /** @example '018f6d0c-7c1f-7d3a-9b41-2a6f5c8e1d20' */
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** The submissions that it has stored and that were not undone. Some may have been deleted since. @example 217 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  stored: number;

  /** @example '2026-11-20T21:26:00.000Z' */
  @ApiProperty({ format: 'date-time' })
  imported_at: string;

  /** The end of the day within which it can be undone. @example '2026-11-21T21:26:00.000Z' */
  @ApiProperty({ format: 'date-time' })
  undo_until: string;

  static from(stored: StoredImport): StoredImportView {
    return wireOf(stored, 'id', 'stored', 'importedAt', 'undoUntil');
  }
}

/** The part of an import that a request has undone. */
export class UndoneImportView {
  /** The submissions that were deleted. @example 217 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  deleted: number;

  /** The submissions that are left to undo. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  remaining: number;

  static from(undone: UndoneImport): UndoneImportView {
    return wireOf(undone, 'deleted', 'remaining');
  }
}
