import { Injectable } from '@nestjs/common';
import { notFound } from '../../../api/errors/api-error';
import { LeasesService } from '../../../exports/leases.service';
import type { StoredImport } from '../../../submissions/imports/import.types';
import { SubmissionImportsService } from '../../../submissions/imports/submission-imports.service';
import { IntakeFormsRepository } from '../../intake-forms.repository';

export interface UndoneImport {
  /** The number of submissions that were deleted. */
  deleted: number;
  /** The number of submissions that the import has stored and that are left to undo. */
  remaining: number;
}

@Injectable()
export class UndoImportsService {
  constructor(
    private readonly imports: SubmissionImportsService,
    private readonly leases: LeasesService,
    private readonly forms: IntakeFormsRepository,
  ) {}

  list(formId: string): Promise<StoredImport[]> {
    return this.imports.list(formId);
  }

  /** Deletes about a thousand submissions of an import. Throws 409 while an import stores into the form. */
  async undo(stored: StoredImport): Promise<UndoneImport> {
    const { formId, id } = stored;
    await this.leases.requireNoImport(formId);
    const form = await this.forms.find(formId);
    if (!form) throw notFound();
    const deleted = await this.imports.undo(form.accountId, stored);
    return { deleted, remaining: (await this.imports.find(formId, id))?.stored ?? 0 };
  }

  /** Deletes all submissions of an import, and returns how many there were. Throws 404 for one that cannot be undone. */
  async undoAll(formId: string, id: string): Promise<number> {
    let deleted = 0;
    for (let isFirst = true; ; isFirst = false) {
      const stored = await this.imports.find(formId, id);
      if (!stored && isFirst) throw notFound();
      if (!stored) return deleted;
      deleted += (await this.undo(stored)).deleted;
    }
  }
}
