import { lineOf } from '../faults.js';
import { ancestorsOf, attribute, descendantsOf, type Element, hasAttribute, type Html, isElement, placeOf } from './document.js';

/** A form of a page, with the controls that a browser would send with it, wherever they stand. */
export interface PageForm {
  element: Element;
  /** Its place among the forms of the page, from 1. */
  number: number;
  controls: readonly Element[];
  /** Forms for search and for signing in are not taken by themselves, nor are those that send nothing. */
  purpose: 'form' | 'search' | 'login' | 'nothing';
}

const CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);
const SEARCH_NAMES: ReadonlySet<string> = new Set(['q', 's', 'query', 'search', 'keyword', 'keywords', 'search_query']);

export function formsOf(html: Html): PageForm[] {
  const controls = html.elements.filter(({ tagName }) => CONTROLS.has(tagName));
  const owned = controls.map((control) => [control, ownerOf(control, html)] as const);
  return html.elements
    .filter(({ tagName }) => tagName === 'form')
    .map((element, index) => {
      const own = owned.filter(([, owner]) => owner === element).map(([control]) => control);
      return { element, number: index + 1, controls: own, purpose: purposeOf(element, own) };
    });
}

/** The attribute `form` comes first, then what the parser has assigned, then the form around. */
function ownerOf(control: Element, { byId, owners }: Html): Element | null {
  const named = attribute(control, 'form');
  if (named !== null) {
    const form = byId.get(named);
    return form?.tagName === 'form' ? form : null;
  }
  return owners.get(control) ?? [...ancestorsOf(control)].find(({ tagName }) => tagName === 'form') ?? null;
}

/** The type of an input, or the name of another control. Inputs of unknown types are texts. */
export function typeOf(control: Element): string {
  if (control.tagName !== 'input') return control.tagName;
  return (attribute(control, 'type') ?? '').trim().toLowerCase() || 'text';
}

function purposeOf(form: Element, controls: readonly Element[]): PageForm['purpose'] {
  const filled = controls.filter(
    (control) => control.tagName !== 'button' && !['submit', 'button', 'reset', 'image', 'hidden'].includes(typeOf(control)),
  );
  const isSearch = (control: Element) => typeOf(control) === 'search' || SEARCH_NAMES.has(attribute(control, 'name') ?? '');
  if (filled.some((control) => typeOf(control) === 'password')) return 'login';
  if ([form, ...ancestorsOf(form)].some((each) => attribute(each, 'role') === 'search' || each.tagName === 'search')) return 'search';
  if (filled.length === 1 && isSearch(filled[0]!)) return 'search';
  return filled.some((control) => attribute(control, 'name') || attribute(control, 'id')) ? 'form' : 'nothing';
}

/** True where a browser would not send a control: it is disabled, or in a fieldset that is, but for the legend of that. */
export function isDisabled(control: Element): boolean {
  if (hasAttribute(control, 'disabled')) return true;
  let inner = control;
  for (const outer of ancestorsOf(control)) {
    if (outer.tagName === 'fieldset' && hasAttribute(outer, 'disabled') && inner !== legendOf(outer)) return true;
    inner = outer;
  }
  return false;
}

export const legendOf = (fieldset: Element): Element | undefined =>
  fieldset.childNodes.filter(isElement).find(({ tagName }) => tagName === 'legend');

/** A line about a form, for a choice between several. */
export function describedForm(html: Html, { element, number, controls, purpose }: PageForm): string {
  const named = ['id', 'name', 'action'].flatMap((name) => (attribute(element, name) ? [`${name}="${attribute(element, name)}"`] : []));
  const names = new Set(controls.flatMap((control) => attribute(control, 'name') ?? []));
  const told = { form: '', search: ', a search', login: ', with a password', nothing: ', which sends nothing' }[purpose];
  const message = `form ${number} ${named.join(' ')} with ${[...names].slice(0, 8).join(', ') || 'no names'}${told}`;
  return lineOf({ message, place: placeOf(html, element) });
}

/** The services whose forms are made by scripts, or shown in frames, by what addresses of their embeds contain. */
const EMBEDS: readonly [RegExp, string][] = [
  [/typeform\.com|data-tf-/, 'Typeform'],
  [/jotform/, 'Jotform'],
  [/hsforms|hbspt/, 'HubSpot'],
  [/docs\.google\.com\/forms/, 'Google Forms'],
  [/wufoo\.com/, 'Wufoo'],
  [/tally\.so/, 'Tally'],
  [/airtable\.com\/embed/, 'Airtable'],
  [/forms\.office\.com/, 'Microsoft Forms'],
  [/list-manage\.com|mailchimp/, 'Mailchimp'],
];

/** Lines about embeds of other services, and other frames, which may stand in the place of a form. */
export function embedsOf(html: Html): string[] {
  return html.elements.flatMap((element) => {
    const isFrame = element.tagName === 'iframe';
    const content = element.tagName === 'script' ? element.childNodes.map((node) => ('value' in node ? node.value : '')).join('') : '';
    const source = `${element.attrs.map(({ name, value }) => `${name}=${value}`).join(' ')} ${content}`;
    const service = ['iframe', 'script', 'div', 'a'].includes(element.tagName)
      ? EMBEDS.find(([pattern]) => pattern.test(source))?.[1]
      : undefined;
    if (!service && !isFrame) return [];
    const what = service
      ? `a form of ${service}, which scripts or a frame show`
      : `a frame with the page ${attribute(element, 'src') ?? '?'}`;
    return [lineOf({ message: what, place: placeOf(html, element) })];
  });
}

export const isInside = (element: Element, outer: Element): boolean => [...ancestorsOf(element)].includes(outer);

/** All elements that belong to a form: those in it, and its controls elsewhere. */
export const elementsOf = ({ element, controls }: PageForm): Element[] => [...new Set([...descendantsOf(element), ...controls])];
