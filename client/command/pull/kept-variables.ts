import type { Path } from '../definition/definition.types.js';
import { resolveVariables, variablesIn } from '../definition/variables.js';
import { isSame } from '../objects.js';
import type { NormalValue } from './normal-value.js';

/** The variables of a file, which stay in it whatever the service has. */
export class KeptVariables {
  /** The content of the file with variables filled in. */
  readonly value: unknown;
  readonly names: readonly string[];
  /** Sentences about those that could not be compared, or that differ. No value is in them. */
  readonly notes: string[] = [];
  private readonly texts: ReadonlyMap<string, string>;

  constructor(
    content: unknown,
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly normal: NormalValue,
  ) {
    const { value, uses } = resolveVariables(content, env);
    this.value = value;
    this.names = uses.flatMap(({ text }) => variablesIn(text));
    this.texts = new Map(uses.map(({ path, text }) => [JSON.stringify(path), text]));
  }

  isVariable(path: Path): boolean {
    return this.texts.has(JSON.stringify(path));
  }

  /** Compares the value of a text with that of the service, which is undefined where the service has none. */
  compare(path: Path, value: unknown, served: unknown): void {
    const names = variablesIn(this.texts.get(JSON.stringify(path))!);
    const unset = names.filter((name) => !this.env[name]);
    if (unset.length > 0) this.notes.push(`${unset.join(', ')} is not set, so its value was not compared with that of the service`);
    else if (!isSame(this.normal(path, value), served))
      this.notes.push(`${names.join(', ')} stays in the file, but its value differs from that of the service`);
  }
}
