import { html, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isTicked, valueOf } from '../../../elements/notices';
import type { ImportChoices, ImportOption } from './import.rules';

type Options = ImportChoices['options'];
type Choose = (option: ImportOption, value: string) => void;

/** The options that the file needs, and whether its submissions count as read. */
export function optionControls(demanded: ReadonlySet<ImportOption>, options: Options, choose: Choose): TemplateResult {
  const selects = SELECTS.filter(({ option }) => demanded.has(option));
  const checks = CHECKS.filter(({ option, isAlways }) => isAlways || demanded.has(option));
  return html`${selects.map(
    ({ option, label, values }) =>
      html`<p class="option">
        <label for="import-${option}">${label}</label>
        <select id="import-${option}" @change=${(event: Event) => choose(option, valueOf(event))}>
          ${values().map(
            ([value, word]) => html`<option value=${value} .selected=${live(value === (options[option] ?? ''))}>${word}</option>`,
          )}
        </select>
      </p>`,
  )}
  ${checks.map(
    ({ option, label, value }) =>
      html`<label class="check"
        ><input
          type="checkbox"
          .checked=${live(options[option] === value)}
          @change=${(event: Event) => choose(option, isTicked(event) ? value : '')}
        />
        ${label}</label
      >`,
  )}`;
}

const same = (value: string): [string, string] => [value, value];

const SELECTS: { option: ImportOption; label: string; values: () => [string, string][] }[] = [
  {
    option: 'charset',
    label: 'Encoding',
    values: () => [
      ['', 'Unicode'],
      ['windows-1252', 'Western European (windows-1252)'],
    ],
  },
  {
    option: 'time_zone',
    label: 'Times without a zone are of',
    values: () => [...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(same),
  },
  {
    option: 'day_first',
    label: 'Dates such as 3/4/2026 are',
    values: () => [
      ['', 'Choose'],
      ['true', '3 April'],
      ['false', 'March 4'],
    ],
  },
];

const CHECKS: { option: ImportOption; label: string; value: string; isAlways?: boolean }[] = [
  { option: 'unknown', label: 'Keep the columns that are no field with the submissions', value: 'keep' },
  { option: 'escape', label: 'It was exported for a spreadsheet: take its apostrophes away', value: 'spreadsheet' },
  { option: 'validate', label: 'Store rows that break the rules of the fields, too', value: 'false' },
  { option: 'read', label: 'Mark the submissions as read', value: 'true', isAlways: true },
];
