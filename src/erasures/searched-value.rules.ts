import { canonicalText } from '../fields/values/coercion.rules';

export interface NamedFile {
  field: string;
  name: string;
}

/** A value to erase. It is compared in the same normalized form as unique values. */
export class SearchedValue {
  private readonly text: string;
  private readonly address: string;

  /** @param field the only field to search; null for all */
  constructor(
    value: string,
    private readonly field: string | null,
  ) {
    this.text = canonicalText(value);
    this.address = canonicalText(value, 'email');
  }

  /**
   * True when a value, an element of a list or a member of an object in these fields equals the searched value.
   * @param emailFields the fields whose values are e-mail addresses
   */
  isIn(fields: Readonly<Record<string, unknown>>, emailFields: Pick<ReadonlySet<string>, 'has'>): boolean {
    return Object.entries(fields).some(([name, value]) => this.isSoughtIn(name) && this.isLeafOf(value, emailFields.has(name)));
  }

  isNameOf(files: readonly NamedFile[]): boolean {
    return files.some(({ field, name }) => this.isSoughtIn(field) && canonicalText(name) === this.text);
  }

  /** True when any text in the value contains the searched one. */
  isHeldBy(value: unknown): boolean {
    return leavesOf(value).some((leaf) => canonicalText(leaf).includes(this.text));
  }

  private isSoughtIn(name: string): boolean {
    return this.field === null || this.field === name;
  }

  private isLeafOf(value: unknown, isEmail: boolean): boolean {
    return leavesOf(value).some(
      (leaf) => canonicalText(leaf) === this.text || (isEmail && isAddress(leaf) && canonicalText(leaf, 'email') === this.address),
    );
  }
}

const isAddress = (leaf: string | number): boolean => typeof leaf === 'string' && leaf.includes('@');

/** Returns the texts and numbers in a JSON value at any depth. */
function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
