/** Counts the ids of a file that look like numbers which a spreadsheet or a program has rounded. */
export class DamagedIds {
  private example: { id: string; line: number } | null = null;
  private written = 0;
  private long = 0;
  private rounded = 0;
  private ending = 0;

  see(sent: string, line: number): void {
    if (sent.length > MAX_LENGTH) return;
    const id = sent.trim();
    const isWritten = WRITTEN.test(id);
    const isRounded = ROUNDED.test(id);
    if (isWritten) this.written += 1;
    if (LONG.test(id)) this.long += 1;
    if (isRounded) this.rounded += 1;
    if (isRounded && id.endsWith('000')) this.ending += 1;
    if (isWritten || isRounded) this.example ??= { id, line };
  }

  /** A sentence, or none for a file without such ids. Long ids that end with zeros by chance are few among others. */
  warnings(): string[] {
    const isLikely = this.rounded * 4 > this.long || this.ending * 100 > this.long;
    const count = this.written + (isLikely ? this.rounded : 0);
    if (count === 0) return [];
    const { id, line } = this.example!;
    const many = count === 1 ? '1 id looks like a number' : `${count} ids look like numbers`;
    return [
      `${many} that a spreadsheet has rounded, such as "${id}" in line ${line}, so that different submissions may have the same id. ` +
        'Export the file once more, and open it with this column as text.',
    ];
  }
}

const MAX_LENGTH = 64;

/** Powers of ten such as `5.12E+18`, `5,12E+18` and `1E5`, decimals such as `17.0`, and what stands in cells that are too narrow or broken. */
const WRITTEN = /^(?:[+-]?\d+(?:[.,]\d+)?e[+-]?\d+|\d+[.,]0+|#+|#(?:N\/A|NV|[A-Z]+[!?]|DIV\/0!))$/i;

const LONG = /^\d{16,}$/;

/** Spreadsheets keep 15 digits of a number, and most programs 17. */
const ROUNDED = /^(?:\d{15}0+|\d{17,}00)$/;
