import { Drop } from 'liquidjs';
import { BoundedOutput } from './bounded-output';
import { ShownValue } from './liquid-engine';
import { htmlText, plainText } from './output.rules';
import { type MailPart, withoutLinks } from './visitor-values.rules';

/** The copy of a submission. It is no text for filters and comparisons, so that no other value can be taken for it. */
export class SubmissionCopy extends Drop {
  constructor(readonly text: string) {
    super();
  }

  override toString(): string {
    return '';
  }
}

/** The parts of a value that is a text of the owner or of the service, such as the list of all fields; undefined for any other value. */
export type PartsOfValue = (value: unknown) => readonly MailPart[] | undefined;

/** The output of a template for a mail to a visitor. At its end, values are looked at together with the text around them. */
export class VisitorOutput extends BoundedOutput {
  private readonly parts: MailPart[] = [];

  constructor(
    private readonly partsOf: PartsOfValue,
    private readonly isHtml: boolean,
    ...limits: ConstructorParameters<typeof BoundedOutput>
  ) {
    super(...limits);
  }

  override write(part: unknown): void {
    if (part instanceof ShownValue) this.writeValue(part.value);
    else this.add({ kind: 'fixed', text: plainText(part) });
  }

  override end(): void {
    this.work.spend(this.buffer.length * SCAN_UNITS);
    this.buffer = withoutLinks(this.parts, this.isHtml)
      .map((part) => (this.isHtml ? htmlOf(part) : part.text))
      .join('');
    this.refuseBeyond(Buffer.byteLength(this.buffer));
  }

  private writeValue(value: unknown): void {
    if (value instanceof SubmissionCopy) return this.add({ kind: 'copy', text: value.text });
    for (const part of this.partsOf(value) ?? [{ kind: 'value', text: plainText(value) } as const]) this.add(part);
  }

  /** Counts the part now, so that no output becomes too large before its end. */
  private add(part: MailPart): void {
    super.write(part.text);
    this.parts.push(part);
  }
}

/** The units of work for finding the links around the values, for each character of the output. */
const SCAN_UNITS = 8;

function htmlOf({ kind, text }: MailPart): string {
  if (kind === 'fixed') return text;
  return kind === 'value' ? htmlText(text) : htmlText(text).replaceAll('\n', '<br>\n');
}
