import { Store } from '../../store';
import { keyOf, textOf, valueAt, valueOf, type Document, type Option } from './option.rules';

export interface Typed {
  option: Option;
  text: string;
  value: unknown;
}

export abstract class Edit extends Store {
  typed: ReadonlyMap<string, Typed> = new Map();

  protected abstract get document(): Document;

  value(option: Option): unknown {
    const typed = this.typed.get(keyOf(option));
    return typed ? typed.value : valueAt(this.document, option.path);
  }

  text(option: Option): string {
    return this.typed.get(keyOf(option))?.text ?? this.theirs(option);
  }

  theirs(option: Option): string {
    return textOf(option, valueAt(this.document, option.path));
  }

  type(option: Option, text: string): void {
    this.put({ option, text, value: valueOf(option, text) });
  }

  set(option: Option, value: unknown): void {
    this.put({ option, text: textOf(option, value), value });
  }

  /** Keeps a typed value, or drops it when it equals the value from before the edit. */
  protected put(typed: Typed, before: Document = this.document): void {
    const { option, text } = typed;
    const all = new Map(this.typed).set(keyOf(option), typed);
    if (text === textOf(option, valueAt(before, option.path))) all.delete(keyOf(option));
    this.typed = all;
  }
}
