import { Output, Parser, type Context, type Emitter, type Liquid, type Template, type Token, toValue, TypeGuards } from 'liquidjs';
import { BoundedOutput } from './bounded-output';
import { JsonScanner, NoJson, SCALAR } from './json-scanner';
import { spendOnOutput } from './metered-engine';
import { plainText } from './output.rules';
import { TemplateFailure } from './render-budget';

/** The output of a JSON template is not valid JSON. The message gives the place, but no submitted value. */
export class InvalidOutput extends TemplateFailure {
  constructor(subject: string, text: string, offset: number, reason: string) {
    const lines = text.slice(0, offset).split('\n');
    super(`${subject} no JSON at line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${reason}.`);
  }
}

/** Parses templates that tell a `JsonBody` for each part of the output whether it is a value. */
export class JsonParser extends Parser {
  constructor(private readonly engine: Liquid) {
    super(engine);
  }

  override parseToken(...[token, remaining]: Parameters<Parser['parseToken']>): ReturnType<Parser['parseToken']> {
    const template = super.parseToken(token, remaining);
    if (template instanceof Output) return new JsonValue(template.token, this.engine);
    if (!TypeGuards.isHTMLToken(token)) return template;
    const part: Template = new JsonPart(token, token.getContent(), token.begin + token.trimLeft);
    return part as typeof template; // the declared type names classes, but any `Template` works
  }
}

class JsonValue extends Output {
  private readonly isJson = this.value.filters.at(-1)?.name === 'json';

  override *render(context: Context, body: Emitter): IterableIterator<unknown> {
    const value: unknown = toValue(yield this.value.value(context, false));
    spendOnOutput(context, value);
    (body as JsonBody).writeValue(value, this.isJson, this.token.begin);
  }
}

/** The text between the values and tags of a JSON template. */
class JsonPart implements Template {
  /** @param begin the offset of the text in the template */
  constructor(
    readonly token: Token,
    private readonly text: string,
    private readonly begin: number,
  ) {}

  render(_context: Context, body: Emitter): void {
    (body as JsonBody).writePart(this.text, this.begin);
  }
}

/**
 * The output of a JSON template. Values within a JSON string are escaped. Elsewhere a value must be a number, `true`, `false`, `null`, a
 * comma, an empty list or object, or output of the filter `json`, so that values cannot change the structure of the template.
 */
export class JsonBody extends BoundedOutput {
  private readonly scanner = new JsonScanner();
  /** The offset of the last value if it was empty and only blanks have followed it; else null. */
  private emptyAt: number | null = null;

  constructor(
    private readonly source: string,
    ...output: ConstructorParameters<typeof BoundedOutput>
  ) {
    super(...output);
  }

  /** Writes a part of the template itself, which begins at the offset `begin`. */
  writePart(part: string, begin: number): void {
    this.write(part);
    this.scan(begin, part, () => this.scanner.read(part));
    if (part.trim() !== '') this.emptyAt = null;
  }

  /** @param isJson true for output of the filter `json` */
  writeValue(value: unknown, isJson: boolean, begin: number): void {
    const { isInText } = this.scanner;
    const text = !isInText && isInfinite(value) ? 'null' : plainText(value);
    const written = isInText && !isJson ? escaped(text) : text;
    this.write(written);
    this.emptyAt = null;
    this.scan(begin, '', () => this.scanValue(written, isJson));
    if (!isInText && text.trim() === '') this.emptyAt = begin;
  }

  /** Throws when the JSON is incomplete at the end of the template. */
  override end(): void {
    this.scan(this.source.length, '', () => this.scanner.end());
  }

  private scanValue(text: string, isJson: boolean): void {
    const { isInText, isInEscape } = this.scanner;
    if (isInEscape) throw new NoJson(0, 'a value stands behind a backslash');
    if (isInText && isJson && escaped(text) !== text) throw new NoJson(0, 'the filter json brings its own quotation marks');
    if (isInText) this.scanner.readContent(text);
    else if (isJson) this.scanner.readJson(text);
    else if (mayBeUnquoted(text.trim())) this.scanner.read(text);
    else throw new NoJson(0, 'a text outside of quotation marks needs the filter json');
  }

  private scan(begin: number, part: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      const isAfterEmpty = this.emptyAt !== null && part.slice(0, Math.max(error.offset, 0)).trim() === '';
      const [offset, reason] = isAfterEmpty ? [this.emptyAt!, EMPTY] : [begin + error.offset, error.reason];
      throw this.work.fail(new InvalidOutput('The template gives', this.source, offset, reason));
    }
  }
}

export function refuseNoJson(body: string): void {
  const scanner = new JsonScanner();
  let begin = 0;
  try {
    scanner.read(body);
    begin = body.length;
    scanner.end();
  } catch (error) {
    if (error instanceof NoJson) throw new InvalidOutput('The rendered body is', body, begin + error.offset, error.reason);
    throw error;
  }
}

/** True for infinity and NaN, such as after a division by zero. JSON has no such numbers, so they become null, as in the filter `json`. */
const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const mayBeUnquoted = (text: string): boolean => ['', ',', '[]', '{}'].includes(text) || SCALAR.test(text);

const EMPTY = 'a value is missing, for which the filter json writes null';
