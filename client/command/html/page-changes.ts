import type { Place } from '../faults.js';
import { type Element, type Html, placeOf } from './document.js';

/** A change of the source of a page. */
export interface PageChange {
  place: Place;
  /** Sentences. */
  reasons: string[];
  /** The offsets in the text of the page, of which `before` is the part between. */
  start: number;
  end: number;
  before: string;
  /** Empty for what is to be removed. */
  after: string;
}

interface Edit {
  reasons: Set<string>;
  /** The new values of attributes; null removes one. */
  attributes: Map<string, string | null>;
  /** In place of the whole element. */
  replacement?: string;
}

/** Collects the changes of a page, at most one for each element. */
export class PageChanges {
  private readonly edits = new Map<Element, Edit>();

  constructor(private readonly html: Html) {}

  /** Sets an attribute, or removes it with null. */
  set(element: Element, name: string, value: string | null, reason: string): void {
    const edit = this.editOf(element, reason);
    edit.attributes.set(name, value);
  }

  replace(element: Element, replacement: string, reason: string): void {
    this.editOf(element, reason).replacement = replacement;
  }

  /** In the order of the page. */
  list(): PageChange[] {
    const changes = [...this.edits].map(([element, edit]) => this.changeOf(element, edit));
    return changes.filter(({ before, after }) => before !== after).sort((one, other) => one.start - other.start);
  }

  private editOf(element: Element, reason: string): Edit {
    const edit = this.edits.get(element) ?? { reasons: new Set(), attributes: new Map<string, string | null>() };
    edit.reasons.add(reason);
    this.edits.set(element, edit);
    return edit;
  }

  private changeOf(element: Element, { reasons, attributes, replacement }: Edit): PageChange {
    const location = element.sourceCodeLocation!;
    const start = location.startOffset;
    const end = replacement === undefined ? (location.startTag?.endOffset ?? location.endOffset) : location.endOffset;
    const before = this.html.text.slice(start, end);
    const after = replacement ?? withAttributes(before, start, element, attributes);
    return { place: placeOf(this.html, element), reasons: [...reasons], start, end, before, after };
  }
}

/** Changes attributes in the source of a start tag, and leaves all else as it stands. */
function withAttributes(tag: string, start: number, element: Element, attributes: ReadonlyMap<string, string | null>): string {
  const places = element.sourceCodeLocation!.attrs ?? {};
  const known = [...attributes]
    .filter(([name]) => places[name])
    .sort(([one], [other]) => places[other]!.startOffset - places[one]!.startOffset);
  let changed = tag;
  for (const [name, value] of known) {
    const from = places[name]!.startOffset - start;
    const rest = changed.slice(places[name]!.endOffset - start);
    changed = value === null ? changed.slice(0, from).trimEnd() + rest : `${changed.slice(0, from)}${attributeText(name, value)}${rest}`;
  }
  const added = [...attributes].flatMap(([name, value]) => (places[name] || value === null ? [] : [` ${attributeText(name, value)}`]));
  const nameEnd = 1 + element.tagName.length;
  return changed.slice(0, nameEnd) + added.join('') + changed.slice(nameEnd);
}

const attributeText = (name: string, value: string): string => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
