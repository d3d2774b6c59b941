import { defaultTreeAdapter, type DefaultTreeAdapterTypes, Parser } from 'parse5';
import { withSingleBlanks } from '../../../src/platform/text/invisible.rules.js';
import { Fault, type Place } from '../faults.js';

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** A parsed page. Elements of templates are left out, as browsers neither show nor send them. */
export interface Html {
  text: string;
  /** As the page was named by the user. */
  file: string;
  /** In the order of the page. */
  elements: readonly Element[];
  labels: readonly Element[];
  byId: ReadonlyMap<string, Element>;
  /** The forms to which the parser has assigned elements, which may stand outside of them where the markup of a table is faulty. */
  owners: ReadonlyMap<Element, Element>;
}

/** Pages beyond this are hostile or no pages. The parser would take time that grows with the square of their depth. */
const MAX_ELEMENTS = 200_000;
const MAX_DEPTH = 2000;

/** Parses a page as browsers do. Throws a `Fault` for one that no browser would show in reasonable time. */
export function parseHtml(text: string, file: string): Html {
  const owners = new Map<Element, Element>();
  const tooLarge = () => new Fault(`${file} has too many elements for a page.`);
  let count = 0;
  let depth = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...tag) => {
    const element = defaultTreeAdapter.createElement(...tag);
    if (++count > MAX_ELEMENTS) throw tooLarge();
    if (parser.formElement) owners.set(element, parser.formElement);
    return element;
  };
  const onItemPush = () => {
    if (++depth > MAX_DEPTH) throw tooLarge();
  };
  const treeAdapter = { ...defaultTreeAdapter, createElement, onItemPush, onItemPop: () => void depth-- };
  const parser = new Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>({ treeAdapter, sourceCodeLocationInfo: true });
  parser.tokenizer.write(text, true);
  const elements = descendantsOf(parser.document);
  const byId = new Map(
    elements.toReversed().flatMap((element) => (attribute(element, 'id') ? [[attribute(element, 'id')!, element] as const] : [])),
  );
  const labels = elements.filter(({ tagName }) => tagName === 'label');
  return { text, file, elements, labels, byId, owners };
}

export const isElement = (node: Node | DefaultTreeAdapterTypes.ParentNode | null): node is Element => node !== null && 'tagName' in node;

/** All elements below a node, in the order of the page. */
export function descendantsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  const found: Element[] = [];
  const open: Node[] = node.childNodes.toReversed();
  for (let next = open.pop(); next; next = open.pop()) {
    if (!isElement(next)) continue;
    found.push(next);
    for (let index = next.childNodes.length - 1; index >= 0; index--) open.push(next.childNodes[index]!);
  }
  return found;
}

export function* ancestorsOf(element: Element): Generator<Element> {
  for (let parent = element.parentNode; isElement(parent); parent = parent.parentNode) yield parent;
}

/** Null for an attribute that is not there. */
export const attribute = ({ attrs }: Element, name: string): string | null => attrs.find((each) => each.name === name)?.value ?? null;

export const hasAttribute = (element: Element, name: string): boolean => attribute(element, name) !== null;

const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'select', 'textarea', 'button', 'template', 'noscript', 'datalist', 'svg']);

/** Elements inside of words and sentences. */
const INLINE: ReadonlySet<string> = new Set(['a', 'abbr', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** The text that people read, in single blanks, without that of controls. */
export function textOf(node: Node): string {
  const parts: string[] = [];
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('value' in next) parts.push(next.value);
    if (!isElement(next) || (SILENT.has(next.tagName) && next !== node)) continue;
    if (!INLINE.has(next.tagName)) {
      parts.push(' ');
      open.push({ nodeName: '#text', value: ' ', parentNode: null });
    }
    for (let index = next.childNodes.length - 1; index >= 0; index--) open.push(next.childNodes[index]!);
  }
  return withSingleBlanks(parts.join(''));
}

/** The place of the start tag of an element. */
export function placeOf({ file }: Html, { sourceCodeLocation }: Element): Place {
  return { file, line: sourceCodeLocation?.startLine ?? 1, column: sourceCodeLocation?.startCol ?? 1 };
}
