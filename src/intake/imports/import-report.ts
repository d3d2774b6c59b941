import type { FieldError } from '../../api/errors/api-error';
import { sha256Of } from '../../platform/crypto/digests.rules';
import type { ImportedRow, ImportOutcome } from '../../submissions/imports/import.types';
import type { CheckedRow } from './import-rows';
import type { ImportResult, RefusedRow } from './import.types';

export class ImportReport {
  private imported = 0;
  private alreadyThere = 0;
  private refusedCount = 0;
  private notValidated = 0;
  private refused: RefusedRow[] = [];
  private readonly seen = new Set<string>();

  /** @param isDryRun true when batches do not see the rows of earlier batches */
  constructor(private readonly isDryRun: boolean) {}

  count({ line, row, isValid }: CheckedRow & { line: number }, outcome: ImportOutcome): void {
    switch (this.isDryRun && outcome === 'stored' ? this.rehearsed(row) : outcome) {
      case 'stored':
        this.imported += 1;
        this.notValidated += isValid ? 0 : 1;
        return;
      case 'there':
        this.alreadyThere += 1;
        return;
      case 'erased':
        return this.refuse(line, [{ path: 'source_id', message: 'The submission with this id has been erased.' }]);
      case 'duplicate':
        return this.refuse(line, [{ path: 'body', message: 'A submission with this value exists already.' }]);
    }
  }

  refuse(line: number, errors: FieldError[]): void {
    this.refusedCount += 1;
    this.refused.push({ line, errors: errors.slice(0, MAX_ERRORS) });
    if (this.refused.length >= 2 * MAX_REFUSED) this.refused = this.first();
  }

  result(): Pick<ImportResult, 'imported' | 'alreadyThere' | 'refused' | 'refusedCount' | 'notValidated'> {
    const { imported, alreadyThere, refusedCount, notValidated } = this;
    return { imported, alreadyThere, refused: this.first(), refusedCount, notValidated };
  }

  private first(): RefusedRow[] {
    return this.refused.toSorted((a, b) => a.line - b.line).slice(0, MAX_REFUSED);
  }

  private rehearsed({ sourceId, uniqueValue }: ImportedRow): ImportOutcome {
    const keys = { there: sourceId, duplicate: uniqueValue };
    for (const [outcome, text] of Object.entries(keys)) {
      if (typeof text === 'string' && this.seen.has(digestOf(outcome, text))) return outcome as keyof typeof keys;
    }
    for (const [outcome, text] of Object.entries(keys)) if (typeof text === 'string') this.seen.add(digestOf(outcome, text));
    return 'stored';
  }
}

/** Truncated, since a report may hold many digests. */
const digestOf = (kind: string, text: string): string => sha256Of(`${kind}:${text}`).toString('base64').slice(0, 16);

const MAX_REFUSED = 100;
export const MAX_ERRORS = 20;
