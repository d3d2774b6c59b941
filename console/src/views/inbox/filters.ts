import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Form } from 'form-collection-client';
import { formOf } from '../../forms';
import { optionsIn } from '../../elements/form/controls';
import { valueOf } from '../../elements/basics';
import { isNarrowed, isReversed, isTable } from '../../list-address.rules';
import { activeCount, chosen, OPTIONS, type Choice } from './filters.rules';

export type NamedForm = Pick<Form, 'id' | 'name'>;

interface FilterOptions {
  query: URLSearchParams;
  search: string;
  forms: readonly NamedForm[];
  isOpen: boolean;
  mayClear: boolean;
  onToggle: () => void;
  onChoose: (choice: Choice, value: string) => void;
  onType: (text: string) => void;
  onSearch: () => void;
  onClear: () => void;
}

export function filterBar(options: FilterOptions): TemplateResult {
  const { query, search, forms, isOpen, mayClear, onToggle, onType, onSearch, onClear } = options;
  const active = activeCount(query);
  const submit = (event: Event) => (event.preventDefault(), onSearch());
  const form = chosen(query, 'form');
  const names: [string, string][] = forms.map(({ id, name }) => [id, name]);
  if (form && !forms.some(({ id }) => id === form)) names.push([form, 'Another form']);
  return html`<form class="filters" role="search" @submit=${submit}>
    <input
      type="search"
      aria-label="Search"
      placeholder="Search all values"
      maxlength="100"
      enterkeyhint="search"
      autocomplete="off"
      .value=${live(search)}
      @input=${(event: Event) => onType(valueOf(event))}
      @blur=${onSearch}
    />
    <button type="button" class="toggle" aria-expanded=${isOpen} aria-controls="choices" @click=${onToggle}>
      Filters${active > 0 ? ` (${active})` : nothing}
    </button>
    <div id="choices" class=${isOpen ? 'open' : ''}>
      ${choice(options, 'form', 'Form', [['', 'All forms'], ...names])} ${search ? fields(options, form) : nothing}
      ${choice(options, 'status', 'Status', Object.entries(OPTIONS.status))}
      ${choice(options, 'has_files', 'Files', Object.entries(OPTIONS.has_files))}
      ${choice(options, 'delivery', 'Delivery', Object.entries(OPTIONS.delivery))}
      ${form || chosen(query, 'from') || chosen(query, 'to') ? days(options) : nothing}
      ${
        mayClear && (isNarrowed(query) || (active > 0 && !isTable(query)))
          ? html`<button type="button" class="row-action" @click=${onClear}>Clear filters</button>`
          : nothing
      }
    </div>
  </form>`;
}

function choice(options: FilterOptions, name: Choice, label: string, entries: [string, string][]): TemplateResult {
  const present = chosen(options.query, name);
  return html`<select
    aria-label=${label}
    class=${present && present !== 'all' ? 'active' : ''}
    @change=${(event: Event) => options.onChoose(name, valueOf(event))}
  >
    ${optionsIn(entries, present)}
  </select>`;
}

/** The fields of the chosen form, of which one may be searched alone. */
function fields(options: FilterOptions, form: string): TemplateResult | typeof nothing {
  const known = form ? formOf(form)?.fields : undefined;
  if (!known) return nothing;
  const names = known.map(({ name, label }): [string, string] => [name, `In ${label ?? name}`]);
  const present = chosen(options.query, 'search_field');
  if (present && !known.some(({ name }) => name === present)) names.push([present, `In ${present}`]);
  return choice(options, 'search_field', 'Search in', [['', 'In all values'], ...names]);
}

const days = (options: FilterOptions): TemplateResult =>
  html`<div class="days">
    ${day(options, 'from', 'From')} ${day(options, 'to', 'To')}
    <span id="days-fault" class="failed" role="alert">${isReversed(options.query) ? REVERSED : nothing}</span>
  </div>`;

const REVERSED = '“To” is before “From”: only “From” counts.';

/** A day that is still being typed is not applied. */
function day({ query, onChoose }: FilterOptions, name: 'from' | 'to', label: string): TemplateResult {
  const choose = (event: Event) => {
    const { value, validity } = event.target as HTMLInputElement;
    if (validity.valid) onChoose(name, value);
  };
  return html`<label class="day"
    >${label}
    <input
      type="date"
      min="1970-01-01"
      max="9999-12-31"
      aria-invalid=${name === 'to' && isReversed(query) ? 'true' : nothing}
      aria-describedby="days-fault"
      .value=${chosen(query, name)}
      @change=${choose}
  /></label>`;
}
