import type { DefaultTreeAdapterTypes } from 'parse5';
import { plain } from '../plain.js';
import { ancestorsOf, attribute, descendantsOf, type Element, type Html, isElement, textOf } from './document.js';
import { isMadeByTemplate } from './field-names.js';
import { isInside, legendOf, typeOf } from './page-forms.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

const MAX_LENGTH = 255;
/** Longer texts beside a control are no labels. */
const MAX_TEXT_BESIDE = 100;
/** The nodes beside a control in which its text is looked for. */
const MAX_BESIDE = 20;
const CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** The label of a control as people read it; null where the page has none. */
export function labelOf(control: Element, html: Html): string | null {
  const isBox = ['checkbox', 'radio'].includes(typeOf(control));
  return (
    firstOf([
      () => labelsOf(control, html).map(textOf).at(-1) ?? null,
      () => attribute(control, 'aria-label'),
      () => labelledBy(control, html),
      () => (isBox ? textBeside(control, 'after', html) : textBeside(control, 'before', html)),
      () => attribute(control, 'placeholder'),
      () => attribute(control, 'title'),
    ]) ?? null
  );
}

/** The label of check boxes or radio buttons with one name: the legend of the fieldset or the name of the group that has only them. */
export function groupLabelOf(controls: readonly Element[], html: Html): string | null {
  const groups = [...ancestorsOf(controls[0]!)].filter((outer) => hasOnly(outer, controls));
  return (
    firstOf([
      ...groups.flatMap((group) => {
        const legend = legendOf(group);
        return [() => (legend ? textOf(legend) : null), () => attribute(group, 'aria-label'), () => labelledBy(group, html)];
      }),
      () => textBeside(controls[0]!, 'before', html),
      () => textBeside(groups.at(-1) ?? controls[0]!, 'before', html),
    ]) ?? null
  );
}

function hasOnly(outer: Element, controls: readonly Element[]): boolean {
  if (outer.tagName === 'form' || outer.tagName === 'body') return false;
  const named = descendantsOf(outer).filter((each) => CONTROLS.has(each.tagName) && attribute(each, 'name') && typeOf(each) !== 'hidden');
  return controls.every((control) => named.includes(control)) && named.length === controls.length;
}

function firstOf(sources: readonly (() => string | null)[]): string | undefined {
  for (const source of sources) {
    const label = cleaned(source() ?? '');
    if (label !== '' && !isMadeByTemplate(label)) return label;
  }
  return undefined;
}

/** Without marks of required fields and without a colon at the end. */
export function cleaned(text: string): string {
  const bare = plain(text)
    .replace(/\s+/g, ' ')
    .replace(/\((?:required|optional|pflichtfeld|erforderlich|obligatoire|obligatorio)\)/gi, '')
    .replace(/^[\s*]+|[\s*:：]+$/g, '');
  return [...bare].slice(0, MAX_LENGTH).join('').trim();
}

function labelsOf(control: Element, { labels }: Html): Element[] {
  const id = attribute(control, 'id');
  const named = id ? labels.filter((label) => attribute(label, 'for') === id) : [];
  return named.length > 0 ? named : labels.filter((label) => attribute(label, 'for') === null && isInside(control, label)).slice(-1);
}

const labelledBy = (element: Element, { byId }: Html): string | null =>
  (attribute(element, 'aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) => byId.get(id))
    .filter((each) => each !== undefined)
    .map(textOf)
    .join(' ');

/** The text next to a control in pages without labels: in the same line, or in the cell before it. */
function textBeside(control: Element, side: 'before' | 'after', html: Html): string | null {
  let at = control;
  for (let level = 0; level < 4; level++) {
    const siblings = at.parentNode?.childNodes ?? [];
    const index = siblings.indexOf(at);
    const beside =
      side === 'before'
        ? siblings.slice(Math.max(0, index - MAX_BESIDE), index).reverse()
        : siblings.slice(index + 1, index + 1 + MAX_BESIDE);
    const { text, isEnd } = nearestText(beside, side, html);
    if (text !== '') return text.length <= MAX_TEXT_BESIDE ? text : null;
    if (isEnd || !isElement(at.parentNode) || ['form', 'body', 'tr'].includes(at.parentNode.tagName)) return null;
    at = at.parentNode;
  }
  return null;
}

/** The text up to the next control or, behind some text, up to the next line. */
function nearestText(nodes: readonly Node[], side: 'before' | 'after', html: Html): { text: string; isEnd: boolean } {
  let text = '';
  for (const node of nodes) {
    const isBreak = isElement(node) && ['br', 'hr', 'td', 'p', 'div'].includes(node.tagName);
    if (isElement(node) && isOfOther(node, html)) return { text: text.trim(), isEnd: true };
    if (isBreak && text.trim() !== '') break;
    text = side === 'before' ? `${textOf(node)} ${text}` : `${text} ${textOf(node)}`;
  }
  return { text: text.trim(), isEnd: false };
}

/** True for what belongs to another control. */
const isOfOther = (element: Element, { byId }: Html): boolean =>
  CONTROLS.has(element.tagName) ||
  element.tagName === 'legend' ||
  (element.tagName === 'label' && byId.has(attribute(element, 'for') ?? '')) ||
  descendantsOf(element).some(({ tagName }) => CONTROLS.has(tagName));
