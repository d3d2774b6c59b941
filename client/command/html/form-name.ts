import { attribute, descendantsOf, type Element, type Html, textOf } from './document.js';
import { isMadeByTemplate, snakeCase } from './field-names.js';
import { cleaned } from './labels.js';
import { isInside, legendOf, type PageForm, typeOf } from './page-forms.js';

const HEADING = /^h[1-6]$/;

/** The name of the form for people: a heading of it, its own name, the heading before it, or the title of the page. */
export function formNameOf({ element, controls }: PageForm, html: Html): string {
  const inside = descendantsOf(element);
  const firstControl = inside.findIndex((each) => controls.includes(each) && typeOf(each) !== 'hidden');
  const fieldsets = inside.filter(({ tagName }) => tagName === 'fieldset');
  const around = fieldsets.find((fieldset) => controls.every((control) => typeOf(control) === 'hidden' || isInside(control, fieldset)));
  const legend = around && legendOf(around);
  const before = html.elements.slice(0, html.elements.indexOf(element)).findLast(({ tagName }) => HEADING.test(tagName));
  const candidates = [
    attribute(element, 'aria-label'),
    textOrNull(inside.slice(0, Math.max(firstControl, 0)).find(({ tagName }) => HEADING.test(tagName))),
    textOrNull(legend),
    textOrNull(before),
    attribute(element, 'data-name'),
    attribute(element, 'name'),
    textOrNull(html.elements.find(({ tagName }) => tagName === 'title')),
  ];
  const names = candidates.map((candidate) => cleaned(candidate ?? '')).filter((name) => name !== '' && !isMadeByTemplate(name));
  return names[0] ?? 'Form';
}

const textOrNull = (element: Element | undefined): string | null => (element ? textOf(element) : null);

/** The name of the file for a form with this name. */
export function fileNameFor(name: string): string {
  const words = snakeCase(name).slice(0, 40).replaceAll('_', '-').replace(/-+$/, '');
  return words === '' || words === 'account' ? 'form' : words;
}
