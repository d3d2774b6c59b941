import { canonicalText } from '../fields/values/coercion.rules';

export interface NamedFile {
  field: string;
  name: string;
}

/** A value that is to be erased, compared by the text by which values are unique. */
export class SearchedValue {
  private readonly text: string;
  private readonly address: string;

  /** @param field null for any */
  constructor(
    value: string,
    private readonly field: string | null,
  ) {
    this.text = canonicalText(value);
    this.address = canonicalText(value, 'email');
  }

  /**
   * True when a value of the fields is the searched one, or an element of a list or a member of an object in one.
   * @param emailFields those whose values are e-mail addresses
   */
  isIn(fields: Readonly<Record<string, unknown>>, emailFields: Pick<ReadonlySet<string>, 'has'>): boolean {
    return Object.entries(fields).some(([name, value]) => this.isSoughtIn(name) && this.isLeafOf(value, emailFields.has(name)));
  }

  isNameOf(files: readonly NamedFile[]): boolean {
    return files.some(({ field, name }) => this.isSoughtIn(field) && canonicalText(name) === this.text);
  }

  /** True when a text anywhere in the value contains the searched one. */
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

/** The texts and numbers in a value of JSON, at any depth. */
function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
