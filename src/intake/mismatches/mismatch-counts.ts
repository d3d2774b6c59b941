/** A mismatch of a page and its form: a name without a field, a setting of another service, a required field that did not come. */
export type MismatchKind = 'unknown_name' | 'foreign_setting' | 'missing_field';

export interface Mismatch {
  formId: string;
  kind: MismatchKind;
  name: string;
  count: number;
  /** The digests of those that sent it; none where that does not count. */
  visitors: readonly string[];
  seenAt: Date;
  /** Earlier counts of it are dropped. */
  isRestarted: boolean;
}

/** Mismatches of all forms since they were last taken. What is beyond the bounds is not counted. */
export class MismatchCounts {
  private byForm = new Map<string, Map<string, Mismatch>>();
  private size = 0;

  add(formId: string, kind: MismatchKind, name: string, seenAt: Date): void {
    const mismatch = this.of(formId, kind, name, seenAt);
    if (mismatch) Object.assign(mismatch, { count: mismatch.count + 1, seenAt });
  }

  /** Adds names that one visitor has sent. He adds a bounded number of those that nobody else has sent, so that there is room for theirs. */
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

/** More than are kept of a form, so that names which are sent often win over those that somebody makes up. */
const MAX_OF_FORM = 100;
const MAX_OF_VISITOR = 50;
const MAX_MISMATCHES = 5_000;

/** The number of names of a form by one visitor that count among the most frequent ones: the first that he sent. */
export const NAMES_OF_VISITOR = 20;
/** The most visitors that are kept for a name and a day. */
export const MAX_VISITORS = 32;

const keyOf = (kind: MismatchKind, name: string): string => `${kind} ${name}`;
