import { html, type TemplateResult } from 'lit-html';
import { checkBox, labelled } from '../../../elements/form/controls';
import type { ImportChoices, ImportOption } from './import.rules';

type Options = ImportChoices['options'];
type Choose = (option: ImportOption, value: string) => void;

/** The options that the file requires, and the choice whether its submissions count as read. */
export function importOptions(demanded: ReadonlySet<ImportOption>, options: Options, choose: Choose): TemplateResult {
  return html`${SELECTS.filter(({ option }) => demanded.has(option)).map(({ option, label, choices }) =>
    labelled({
      ...{ id: `import-${option}`, kind: 'choice', label, choices: choices(), text: options[option] ?? '' },
      change: (value) => choose(option, value),
    }),
  )}
  ${CHECKS.filter(({ option, isAlways }) => isAlways || demanded.has(option)).map(({ option, label, value }) =>
    checkBox(label, options[option] === value, (isTicked) => choose(option, isTicked ? value : '')),
  )}`;
}

const zones = () => [...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

const SELECTS: { option: ImportOption; label: string; choices: () => Record<string, string> }[] = [
  { option: 'charset', label: 'Encoding', choices: () => ({ '': 'Unicode', 'windows-1252': 'Western European (windows-1252)' }) },
  { option: 'time_zone', label: 'Times without a zone are of', choices: () => Object.fromEntries(zones().map((zone) => [zone, zone])) },
  { option: 'day_first', label: 'Dates such as 3/4/2026 are', choices: () => ({ '': 'Choose', true: '3 April', false: 'March 4' }) },
];

const CHECKS: { option: ImportOption; label: string; value: string; isAlways?: boolean }[] = [
  { option: 'unknown', label: 'Keep the columns that are no field with the submissions', value: 'keep' },
  { option: 'escape', label: 'It was exported for a spreadsheet: take its apostrophes away', value: 'spreadsheet' },
  { option: 'validate', label: 'Store rows that break the rules of the fields, too', value: 'false' },
  { option: 'keep_old', label: 'Store rows that are older than the form keeps them, too', value: 'false' },
  { option: 'read', label: 'Mark the submissions as read', value: 'true', isAlways: true },
];
