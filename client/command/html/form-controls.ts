import type { Mistake } from '../faults.js';
import { plain } from '../plain.js';
import { attribute, type Element, hasAttribute, type Html, placeOf } from './document.js';
import { isMadeByTemplate } from './field-names.js';
import { nameOf } from './inputs.js';
import { noFieldOf } from './other-services.js';
import type { PageChanges } from './page-changes.js';
import { type PageForm, typeOf } from './page-forms.js';

/** A form while it is read, with the changes and notes so far. */
export interface Reading {
  form: PageForm;
  html: Html;
  changes: PageChanges;
  notes: Mistake[];
}

const SENDS_NOTHING: ReadonlySet<string> = new Set(['button', 'reset']);
const SUBMITS: ReadonlySet<string> = new Set(['submit', 'image']);

export const note = ({ notes, html }: Reading, element: Element, message: string): void =>
  void notes.push({ message, place: placeOf(html, element) });

/** The controls that are fields, and the addresses to which other services would take the visitor. What else there is, is told or changed. */
export function fieldControls(reading: Reading): { controls: Element[]; redirects: string[] } {
  const controls: Element[] = [];
  const redirects: string[] = [];
  for (const control of reading.form.controls) {
    const type = control.tagName === 'button' ? (attribute(control, 'type') ?? 'submit').toLowerCase() : typeOf(control);
    if (SENDS_NOTHING.has(type)) continue;
    if (SUBMITS.has(type)) readButton(reading, control, type);
    else if (isNamed(reading, control)) {
      const target = readControl(reading, control);
      if (target === null) controls.push(control);
      else if (target !== '') redirects.push(target);
    }
  }
  return { controls, redirects };
}

function isNamed(reading: Reading, control: Element): boolean {
  const name = attribute(control, 'name') ?? '';
  if (name === '') note(reading, control, 'This control has no name, so browsers do not send it. Give it one, and add a field.');
  else if (isMadeByTemplate(name)) {
    note(
      reading,
      control,
      `The name ${plain(name)} is made by a template. Read the page that the template makes, or add the field by hand.`,
    );
  } else return true;
  return false;
}

/** Null for a field, else the address of a redirect, or an empty text. */
function readControl({ form, html, changes }: Reading, control: Element): string | null {
  const no = noFieldOf(control, nameOf(control), form.element, html);
  if (no === null) return null;
  if (no.is === 'honeypot') changes.set(control, 'name', '_gotcha', 'This honeypot is called _gotcha here.');
  if (no.is === 'superfluous') changes.replace(control, '', no.why);
  if (no.is !== 'redirect') return '';
  changes.replace(control, '', 'The address after sending stands in the file, as settings.page.redirect_url.');
  return no.target;
}

const BUTTON_ATTRIBUTES = ['name', 'formaction', 'formmethod', 'formenctype'];

/** Buttons send their name as a value, and those with an image the place of the click. */
function readButton({ changes }: Reading, button: Element, type: string): void {
  if (type === 'image') {
    const image = ['src', 'alt'].flatMap((name) => (hasAttribute(button, name) ? [` ${name}="${escaped(attribute(button, name)!)}"`] : []));
    changes.replace(
      button,
      `<button type="submit"><img${image.join('')} /></button>`,
      'A button with an image sends the place of the click.',
    );
    return;
  }
  for (const name of BUTTON_ATTRIBUTES.filter((each) => hasAttribute(button, each)))
    changes.set(
      button,
      name,
      null,
      name === 'name' ? 'Its name would be sent as a value.' : `Its ${name} would be used instead of that of the form.`,
    );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
