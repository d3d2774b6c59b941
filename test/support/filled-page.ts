import { attribute, descendantsOf, type Element, hasAttribute, parseHtml, textOf } from '../../client/command/html/document';
import { formsOf, isDisabled, typeOf } from '../../client/command/html/page-forms';
import { SAMPLES } from './sample-files';

/** The request of a browser for a form that a visitor has filled in. */
export interface FilledForm {
  action: string;
  method: string;
  enctype: string;
  values: [name: string, value: string][];
  files: [name: string, filename: string, content: Buffer][];
}

/** Fills in each control of the form with this action, but for the honeypot that people do not see, and names that a template has yet to make. */
export function filledPage(text: string, action: string): FilledForm {
  const form = formsOf(parseHtml(text, 'page')).find(({ element }) => attribute(element, 'action') === action)!;
  const filled: FilledForm = {
    action,
    method: (attribute(form.element, 'method') ?? 'get').toLowerCase(),
    enctype: attribute(form.element, 'enctype') ?? 'application/x-www-form-urlencoded',
    values: [],
    files: [],
  };
  const radios = new Set<string>();
  const buttons = form.controls.filter((each) => each.tagName === 'button' || ['submit', 'image'].includes(typeOf(each)));
  for (const control of form.controls) {
    const name = attribute(control, 'name') ?? '';
    if (isDisabled(control) || name.includes('{{') || (name === '' && control !== buttons[0])) continue;
    if (buttons.includes(control)) filled.values.push(...(control === buttons[0] ? clicked(control, name) : []));
    else if (typeOf(control) === 'file') filled.files.push(chosenFile(control, name));
    else if (typeOf(control) === 'radio') {
      if (!radios.has(name)) filled.values.push([name, attribute(control, 'value') ?? 'on']);
      radios.add(name);
    } else filled.values.push(...valuesOf(control, name).map((value): [string, string] => [name, value]));
  }
  return filled;
}

/** A button sends its name, and an image the place of the click. */
function clicked(button: Element, name: string): [string, string][] {
  if (typeOf(button) === 'image')
    return [
      [name ? `${name}.x` : 'x', '1'],
      [name ? `${name}.y` : 'y', '1'],
    ];
  return name === '' || ['button', 'reset'].includes(attribute(button, 'type') ?? '') ? [] : [[name, attribute(button, 'value') ?? '']];
}

function chosenFile(control: Element, name: string): FilledForm['files'][number] {
  return (attribute(control, 'accept') ?? '').includes('image') ? [name, 'photo.png', SAMPLES.png] : [name, 'cv.pdf', SAMPLES.pdf];
}

function valuesOf(control: Element, name: string): string[] {
  const type = typeOf(control);
  if (type === 'hidden') return [attribute(control, 'value') ?? ''];
  if (name === '_gotcha') return type === 'checkbox' ? [] : [''];
  if (type === 'checkbox') return [attribute(control, 'value') ?? 'on'];
  if (type === 'text' && /mail|replyto/i.test(name)) return [TYPED['email']!];
  if (type !== 'select') return [TYPED[type] ?? 'Ada\r\nLovelace'.slice(0, type === 'textarea' ? undefined : 3)];
  const options = descendantsOf(control).filter((each) => each.tagName === 'option' && !hasAttribute(each, 'disabled'));
  const values = options.map((option) => attribute(option, 'value') ?? textOf(option));
  const telling = values.filter((value) => value !== '');
  return hasAttribute(control, 'multiple') ? telling : [telling[0] ?? values[0] ?? ''];
}

const TYPED: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  url: 'https://ada.example/',
  tel: '+44 20 7946 0000',
  number: '300',
  range: '5',
  color: '#563d7c',
  date: '2026-12-24',
  time: '09:30',
  month: '2026-12',
  week: '2026-W52',
  'datetime-local': '2026-12-24T09:30',
};
