/** The kinds of mismatch: a name without a field, a setting of another service, and a required field that was not sent. */
export type MismatchKind = 'unknown_name' | 'foreign_setting' | 'missing_field';

export interface Mismatch {
  formId: string;
  kind: MismatchKind;
  name: string;
  count: number;
  /** The digests of the visitors; empty for kinds that do not count visitors. */
  visitors: readonly string[];
  seenAt: Date;
  /** True when earlier counts are to be deleted. */
  isRestarted: boolean;
}

/** Counts the mismatches of all forms until `take` is called. Mismatches beyond the limits are not counted. */
export class MismatchCounts {
  private byForm = new Map<string, Map<string, Mismatch>>();
  private size = 0;

  add(formId: string, kind: MismatchKind, name: string, seenAt: Date): void {
    const mismatch = this.of(formId, kind, name, seenAt);
    if (mismatch) Object.assign(mismatch, { count: mismatch.count + 1, seenAt });
  }

  /** Counts the names of a visitor, who can add only a limited number of new ones, so that other visitors' names have room. */
  addNames(formId: string, names: Iterable<string>, visitor: string, seenAt: Date): void {
    let own = this.namesOf(formId, visitor);
    for (const name of names) {
      const isKnown = this.byForm.get(formId)?.has(keyOf('unknown_name', name)) === true;
      if (!isKnown && ++own > MAX_OF_VISITOR) continue;
      this.add(formId, 'unknown_name', name, seenAt);
      const mismatch = this.of(formId, 'unknown_name', name, seenAt);
      if (mismatch && mismatch.visitors.length < MAX_VISITORS && !mismatch.visitors.includes(visitor))
        mismatch.visitors = [...mismatch.visitors, visitor];
    }
  }

  restart(formId: string, kind: MismatchKind, name: string, seenAt: Date): void {
    const mismatch = this.of(formId, kind, name, seenAt);
    if (mismatch) Object.assign(mismatch, { count: 0, isRestarted: true });
  }

  take(): Mismatch[] {
    const taken = [...this.byForm.values()].flatMap((mismatches) => [...mismatches.values()]);
    this.byForm = new Map();
    this.size = 0;
    return taken;
  }

  private namesOf(formId: string, visitor: string): number {
    return [...(this.byForm.get(formId)?.values() ?? [])].filter(({ visitors }) => visitors.includes(visitor)).length;
  }

  private of(formId: string, kind: MismatchKind, name: string, seenAt: Date): Mismatch | null {
    const ofForm = this.byForm.get(formId) ?? new Map<string, Mismatch>();
    const key = keyOf(kind, name);
    const known = ofForm.get(key);
    if (known) return known;
    if (ofForm.size >= MAX_OF_FORM || this.size >= MAX_MISMATCHES) return null;
    const added = { formId, kind, name, count: 0, visitors: [], seenAt, isRestarted: false };
    this.byForm.set(formId, ofForm.set(key, added));
    this.size += 1;
    return added;
  }
}

/** Exceeds the 50 names that the database keeps of a form, so that frequent names prevail over invented ones. */
const MAX_OF_FORM = 100;
const MAX_OF_VISITOR = 50;
const MAX_MISMATCHES = 5_000;

/** The number of names of a form that count for each visitor when names are ranked: the first ones that the visitor sent. */
export const NAMES_OF_VISITOR = 20;
/** The most visitors that are stored for a name on one day. */
export const MAX_VISITORS = 32;

const keyOf = (kind: MismatchKind, name: string): string => `${kind} ${name}`;
