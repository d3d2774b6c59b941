import { lineOf } from '../faults.js';
import { plain } from '../plain.js';
import type { PageChange } from './page-changes.js';
import type { FormOfPage } from './read-form.js';

export interface Endpoint {
  address: string;
  /** False for a form that is not there yet, whose id no one knows. */
  isKnown: boolean;
}

const MAX_SHOWN = 300;

/** The report for people: the file, the lines to change in the page, and what else to know. */
export function linesOf({ definition, changes, notes }: FormOfPage, { isKnown }: Endpoint, path: string | null): string[] {
  const count = definition.fields?.length ?? 0;
  const written = path === null ? [] : [`${path} is written, with ${count} ${count === 1 ? 'field' : 'fields'}.`];
  const told = notes.length > 0 ? ['', 'To know:', ...notes.map(({ message, place }) => lineOf({ message, place }))] : [];
  return [...written, '', 'Change in the page:', ...changes.flatMap(changeLines), ...told, '', ...nextSteps(changes, isKnown)];
}

function changeLines({ place, reasons, before, after }: PageChange): string[] {
  const message = `${after === '' ? 'Remove it. ' : ''}${reasons.join(' ')}`;
  return [lineOf({ message, place }), `  - ${shown(before)}`, ...(after === '' ? [] : [`  + ${shown(after)}`])];
}

function shown(text: string): string {
  const line = plain(text.replace(/\s+/g, ' '));
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)} ...` : line;
}

function nextSteps(changes: readonly PageChange[], isKnown: boolean): string[] {
  const isRenamed = changes.some(
    ({ after, reasons }) => after !== '' && reasons.some((reason) => reason.startsWith('The field is called')),
  );
  return [
    ...(isRenamed ? ['Scripts and styles of the page that use an old name have to change, too.'] : []),
    ...(isKnown ? [] : ['"form-collection apply" makes the form. Its id, for FORM_ID, stands in forms.lock.yaml then.']),
    'The form takes submissions once it is enabled: add "status: enabled" to the file when the page is ready.',
  ];
}
