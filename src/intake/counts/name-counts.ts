/** The count of one name of a form. */
export interface Counted {
  name: string;
  /** Empty for kinds without reasons. */
  reason?: string;
}

export interface NameCount<Kind extends string> {
  formId: string;
  kind: Kind;
  name: string;
  reason: string;
  count: number;
  /** The digests of the visitors; empty for kinds that do not count visitors. */
  visitors: readonly string[];
  seenAt: Date;
  /** True when earlier counts are to be deleted. */
  isRestarted: boolean;
}

/** Counts names of all forms by their kind until `take` is called. What exceeds the limits is not counted. */
export class NameCounts<Kind extends string> {
  private groups = new Map<string, Map<string, NameCount<Kind>>>();
  private size = 0;

  add(formId: string, kind: Kind, { name, reason }: Counted, seenAt: Date): NameCount<Kind> | null {
    const found = this.of(formId, kind, { name, reason }, seenAt);
    return found && Object.assign(found, { count: found.count + 1, seenAt });
  }

  /** Counts what a visitor sends, who can add only a limited number of new names, so that those of other visitors have room. */
  addOfVisitor(formId: string, kind: Kind, sent: Iterable<Counted>, visitor: string, seenAt: Date): void {
    const group = this.groups.get(groupOf(formId, kind));
    let own = [...(group?.values() ?? [])].filter(({ visitors }) => visitors.includes(visitor)).length;
    for (const one of sent) {
      const isKnown = this.groups.get(groupOf(formId, kind))?.has(keyOf(one)) === true;
      if (!isKnown && ++own > MAX_OF_VISITOR) continue;
      const counted = this.add(formId, kind, one, seenAt);
      if (counted && counted.visitors.length < MAX_VISITORS && !counted.visitors.includes(visitor))
        counted.visitors = [...counted.visitors, visitor];
    }
  }

  restart(formId: string, kind: Kind, counted: Counted, seenAt: Date): void {
    const found = this.of(formId, kind, counted, seenAt);
    if (found) Object.assign(found, { count: 0, isRestarted: true });
  }

  take(): NameCount<Kind>[] {
    const taken = [...this.groups.values()].flatMap((group) => [...group.values()]);
    this.groups = new Map();
    this.size = 0;
    return taken;
  }

  private of(formId: string, kind: Kind, { name, reason = '' }: Counted, seenAt: Date): NameCount<Kind> | null {
    const group = this.groups.get(groupOf(formId, kind)) ?? new Map<string, NameCount<Kind>>();
    const key = keyOf({ name, reason });
    const known = group.get(key);
    if (known) return known;
    if (group.size >= MAX_OF_KIND || this.size >= MAX_COUNTS) return null;
    const added = { formId, kind, name, reason, count: 0, visitors: [], seenAt, isRestarted: false };
    this.groups.set(groupOf(formId, kind), group.set(key, added));
    this.size += 1;
    return added;
  }
}

/** Exceeds the names that the database keeps of a form, so that frequent names prevail over invented ones. */
const MAX_OF_KIND = 100;
const MAX_OF_VISITOR = 50;
const MAX_COUNTS = 5_000;

/** The number of names of a form that count for each visitor when names are ranked: the first ones that the visitor sent. */
export const NAMES_OF_VISITOR = 20;
/** The most visitors that are stored for a name on one day. */
export const MAX_VISITORS = 32;

const groupOf = (formId: string, kind: string): string => `${formId} ${kind}`;
const keyOf = ({ name, reason = '' }: Counted): string => `${reason} ${name}`;
