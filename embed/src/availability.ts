import { appendTo, controlsOf, findIn, languageOf } from './form-elements';
import type { FormSchema } from './form-schemas';
import { textsFor } from './texts';

/** Shows the places that are left, when a form opens and that it is closed, and disables full options. The service decides. */
export function showAvailability(form: HTMLFormElement, schema: FormSchema): void {
  const texts = textsFor(languageOf(form));
  for (const [field, options] of Object.entries(schema.places_left ?? {})) {
    for (const [option, left] of Object.entries(options)) {
      for (const element of elementsOf(form, field, option)) showLeft(element, left, texts.left(left));
    }
  }
  const text = availabilityText(schema, languageOf(form));
  if (text || findIn(form, `[${NOTE}]`).length > 0) noteOf(form).textContent = text;
}

function availabilityText({ opens_at: opensAt, closes_at: closesAt, submissions_left: left }: FormSchema, language: string): string {
  const texts = textsFor(language);
  const now = Date.now();
  if (opensAt && Date.parse(opensAt) > now) return texts.opens(timeText(opensAt, language));
  if (closesAt && Date.parse(closesAt) <= now) return texts.closed(timeText(closesAt, language));
  return left === undefined ? '' : left === 0 ? texts.noPlaces : texts.left(left);
}

const timeText = (time: string, language: string): string =>
  new Date(time).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });

const elementsOf = (form: HTMLFormElement, field: string, option: string): Choice[] =>
  controlsOf(form, field)
    .flatMap((control): Choice[] => (control instanceof HTMLSelectElement ? [...control.options] : [control]))
    .filter(({ value }) => value === option);

type Choice = HTMLOptionElement | HTMLInputElement;

/** A chosen option stays enabled, since browsers do not send disabled options, while the service refuses a full one with a message. */
function showLeft(element: Choice, left: number, text: string): void {
  const isChosen = element instanceof HTMLOptionElement ? element.selected : element.checked;
  element.disabled = left === 0 && !isChosen;
  element.setAttribute(LEFT, text);
  if (element instanceof HTMLInputElement) return element.closest('label')?.setAttribute(LEFT, text);
  const label = (element.dataset.formLabel ??= element.text);
  element.value = element.value; // eslint-disable-line no-self-assign -- an option without the attribute has its text as its value
  element.text = `${label} (${text})`;
}

const NOTE = 'data-form-availability';
const LEFT = 'data-places-left';

function noteOf(form: HTMLFormElement): HTMLElement {
  const [existing] = findIn(form, `[${NOTE}]`);
  if (existing) return existing;
  const note = document.createElement('p');
  note.setAttribute(NOTE, '');
  appendTo(form, note);
  return note;
}
