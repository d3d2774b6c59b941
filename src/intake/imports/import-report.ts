import type { FieldError } from '../../api/errors/api-error';
import { sha256Of } from '../../platform/crypto/digests.rules';
import type { ImportedRow, ImportOutcome } from '../../submissions/imports/import.types';
import type { CheckedRow } from './import-rows';
import type { ImportResult, Refusal, RefusalCode, RefusedGroup, RefusedRow } from './import.types';

type Counts = Pick<
  ImportResult,
  'imported' | 'alreadyThere' | 'refused' | 'refusedCount' | 'refusedGroups' | 'notValidated' | 'willBeDeleted'
>;

/** Counts each row of a file once: as imported, as already there or as refused. */
export class ImportReport {
  private imported = 0;
  private alreadyThere = 0;
  private refusedCount = 0;
  private notValidated = 0;
  private willBeDeleted = 0;
  private refused: RefusedRow[] = [];
  private readonly groups = new Map<string, RefusedGroup>();
  private readonly seen = new Set<string>();

  /** @param isDryRun true when batches do not see the rows of earlier batches */
  constructor(private readonly isDryRun: boolean) {}

  count({ line, row, isValid, isOld, otherLine }: CheckedRow & { line: number }, outcome: ImportOutcome): void {
    switch (this.isDryRun && outcome === 'stored' ? this.rehearsed(row) : outcome) {
      case 'stored':
        this.imported += 1;
        this.notValidated += isValid ? 0 : 1;
        this.willBeDeleted += isOld ? 1 : 0;
        return;
      case 'there':
        this.alreadyThere += 1;
        return;
      case 'repeated':
        return this.refuse(
          line,
          refusal('id_repeated', 'source_id', otherLine ? `The file has this submission in line ${otherLine}, too.` : REPEATED),
        );
      case 'old':
        return this.refuse(line, refusal('older_than_retention', 'received_at', TOO_OLD));
      case 'erased':
        return this.refuse(line, refusal('erased', 'source_id', 'The submission with this id has been erased.'));
      case 'duplicate':
        return this.refuse(line, refusal('duplicate', 'body', 'A submission with this value exists already.'));
    }
  }

  refuse(line: number, { code, errors }: Refusal): void {
    this.refusedCount += 1;
    this.refused.push({ line, code, errors: errors.slice(0, MAX_ERRORS) });
    if (this.refused.length >= 2 * MAX_REFUSED) this.refused = this.first();
    for (const error of uniqueOf(code, errors.slice(0, MAX_ERRORS))) this.group(line, code, error);
  }

  result(): Counts {
    const { imported, alreadyThere, refusedCount, notValidated, willBeDeleted } = this;
    const refusedGroups = [...this.groups.values()].toSorted((a, b) => b.count - a.count || a.lines[0]! - b.lines[0]!);
    return { imported, alreadyThere, refused: this.first(), refusedCount, refusedGroups, notValidated, willBeDeleted };
  }

  private group(line: number, code: RefusalCode, { path, message }: FieldError): void {
    const key = JSON.stringify([code, path, message]);
    const group = this.groups.get(key);
    if (!group) {
      if (this.groups.size < MAX_GROUPS) this.groups.set(key, { code, field: path, message, count: 1, lines: [line] });
      return;
    }
    group.count += 1;
    group.lines = [...group.lines, line].toSorted((a, b) => a - b).slice(0, MAX_LINES);
  }

  private first(): RefusedRow[] {
    return this.refused.toSorted((a, b) => a.line - b.line).slice(0, MAX_REFUSED);
  }

  private rehearsed({ uniqueValue }: ImportedRow): ImportOutcome {
    if (uniqueValue === undefined) return 'stored';
    const digest = digestOf(uniqueValue);
    if (this.seen.has(digest)) return 'duplicate';
    this.seen.add(digest);
    return 'stored';
  }
}

const refusal = (code: RefusalCode, path: string, message: string): Refusal => ({ code, errors: [{ path, message }] });

/** Returns one error of each text. Errors about an id name lines, and all count as one. */
function uniqueOf(code: RefusalCode, errors: readonly FieldError[]): FieldError[] {
  if (code === 'id_conflict') return [{ path: 'source_id', message: 'Lines with the same id have different contents.' }];
  if (code === 'id_repeated') return [{ path: 'source_id', message: REPEATED }];
  return [...new Map(errors.map((error) => [`${error.path}:${error.message}`, error])).values()];
}

/** Truncated, since a report may hold many digests. */
const digestOf = (text: string): string => sha256Of(text).toString('base64').slice(0, 16);

const REPEATED = 'The file has this submission more than once.';

const TOO_OLD = 'The form keeps submissions for a shorter time, so this one would be deleted. Store it nevertheless with keep_old=false.';

const MAX_REFUSED = 100;
export const MAX_ERRORS = 20;
const MAX_GROUPS = 100;
const MAX_LINES = 10;
