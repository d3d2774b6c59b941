import { Fault } from '../faults.js';
import { plain } from '../plain.js';
import { attribute, type Html } from './document.js';
import { describedForm, embedsOf, formsOf, type PageForm } from './page-forms.js';

/** The form with this id, name or number; by default the only one that is neither a search nor for signing in. Throws a `Fault` that lists the forms. */
export function chosenForm(html: Html, wanted: string | undefined): PageForm {
  const forms = formsOf(html);
  if (forms.length === 0) throw new Fault(withoutForm(html));
  const isNamed = ({ element }: PageForm, name: string) => attribute(element, name) === wanted;
  const byName = ['id', 'name'].map((name) => forms.filter((form) => isNamed(form, name))).find((found) => found.length > 0);
  const byNumber = forms.filter(({ number }) => String(number) === wanted);
  const found = wanted === undefined ? forms.filter(({ purpose }) => purpose === 'form') : (byName ?? byNumber);
  if (found.length === 1) return found[0]!;
  throw new Fault([headOf(html, wanted, found.length), ...forms.map((form) => describedForm(html, form))].map((line) => plainLine(line)));
}

const plainLine = (message: string) => ({ message: plain(message) });

function headOf({ file }: Html, wanted: string | undefined, count: number): string {
  if (wanted !== undefined)
    return `${file} has ${count === 0 ? 'no' : `${count} forms with the`} form ${wanted}. Give --form with a number of:`;
  return count === 0
    ? `${file} has no form that is taken by itself. Give --form with a number of:`
    : `${file} has ${count} forms. Give --form with a number of:`;
}

function withoutForm(html: Html): { message: string }[] {
  const embeds = embedsOf(html);
  const reason = embeds.length > 0 ? 'It has:' : 'If scripts make it, save the page in the browser as a complete page, and read that file.';
  return [`${html.file} has no form. ${reason}`, ...embeds].map(plainLine);
}
