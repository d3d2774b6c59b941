import { attribute, type Element, hasAttribute } from './document.js';
import { note, type Reading } from './form-controls.js';
import { isNetlify } from './form-settings.js';
import { serviceOf } from './other-services.js';

/** Changes the attributes of the form, so that browsers send it to this service. */
export function changeForm(reading: Reading, endpoint: string, hasFiles: boolean, isUtf8: boolean): void {
  const { form, changes } = reading;
  const { element } = form;
  const service = serviceOf(element);
  changes.set(element, 'action', endpoint, service ? `It was sent to ${service} so far.` : 'The address to which it is sent.');
  if (attribute(element, 'method')?.toLowerCase() !== 'post') changes.set(element, 'method', 'post', 'It is sent with POST.');
  changeEncoding(reading, hasFiles, isUtf8);
  if (isNetlify(element)) removeNetlify(reading);
  tellScripts(reading);
  tellReferrer(reading);
}

function changeEncoding({ form: { element }, changes }: Reading, hasFiles: boolean, isUtf8: boolean): void {
  const encoding = attribute(element, 'enctype')?.trim().toLowerCase() ?? null;
  if (hasFiles && encoding !== 'multipart/form-data')
    changes.set(element, 'enctype', 'multipart/form-data', 'Files are sent in this encoding only.');
  if (!hasFiles && encoding === 'text/plain') changes.set(element, 'enctype', null, 'This encoding is not read.');
  const charset = attribute(element, 'accept-charset');
  if (charset === null ? !isUtf8 : !/^utf-?8$/i.test(charset.trim()))
    changes.set(element, 'accept-charset', 'utf-8', 'Texts are sent in UTF-8.');
}

function removeNetlify({ form: { element }, changes }: Reading): void {
  const names = element.attrs.map(({ name }) => name).filter((name) => /^(?:data-)?netlify/.test(name));
  for (const name of names) changes.set(element, name, null, 'Netlify would take the form over when it builds the website.');
}

const SCRIPT_ATTRIBUTES = /^(?:onsubmit|data-remote|data-ajax|hx-(?:post|get)|(?:x-on:|v-on:|@|on:)submit.*|\(submit\)|\(ngsubmit\))$/;
/** Classes of forms that scripts of their systems send. */
const SENT_BY_SCRIPTS: readonly [RegExp, string][] = [
  [/wpcf7-form/, 'Contact Form 7'],
  [/wpforms-form/, 'WPForms'],
  [/gform_wrapper|gform/, 'Gravity Forms'],
  [/nf-form/, 'Ninja Forms'],
  [/elementor-form/, 'Elementor'],
  [/hs-form/, 'HubSpot'],
];

function tellScripts(reading: Reading): void {
  const { element } = reading.form;
  const script = element.attrs.find(({ name }) => SCRIPT_ATTRIBUTES.test(name));
  if (script) note(reading, element, `Its ${script.name} may send it elsewhere, or keep the browser from sending it. Look at that script.`);
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  const system = SENT_BY_SCRIPTS.find(([pattern]) => pattern.test(names))?.[1];
  if (system) note(reading, element, `Scripts of ${system} send this form. Put a copy of it into the page that is not made by ${system}.`);
}

/** Browsers hide the origin of such pages in plain forms, which are refused then. */
function tellReferrer(reading: Reading): void {
  const { form, html } = reading;
  const isHiding = (each: Element) => /^(?:no-referrer|same-origin)$/i.test((attribute(each, 'content') ?? '').trim());
  const meta = html.elements.find(
    (each) => each.tagName === 'meta' && attribute(each, 'name')?.toLowerCase() === 'referrer' && isHiding(each),
  );
  if (meta) note(reading, meta, 'This policy hides the origin of the page, so the form is refused. Use strict-origin-when-cross-origin.');
  if (hasAttribute(form.element, 'rel') && /\bno-?referrer\b/i.test(attribute(form.element, 'rel')!))
    reading.changes.set(form.element, 'rel', null, 'It hides the origin of the page, so the form would be refused.');
}
