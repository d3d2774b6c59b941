import { isCalendarDate } from '../../api/validation/date.rules';
import { booleanOf, isFloatingPoint } from '../../fields/values/coercion.rules';
import { optionKey } from '../../forms/definition/field-options.rules';
import { offeredBy } from '../../files/file-type.rules';
import type { Preset } from '../../forms/definition/field.types';
import type { Choice, Control, TextControl } from './control.types';
import { autocompletePurpose, isMultiline } from './field-hints.rules';
import type { FormPageField } from './page.types';
import type { PageTexts } from './texts/page-texts.types';

/** Returns the control of a field, filled with the sent values. */
export function controlOf(field: FormPageField, id: string, texts: PageTexts['form']): Control {
  const choices = choicesOf(field, id);
  switch (field.type) {
    case 'file':
      return { template: 'file', accept: field.accept && offeredBy(field.accept).join(','), isMultiple: field.maxFiles !== 1 };
    case 'boolean':
      return { template: 'checkbox', isChecked: isChecked(field.values) };
    case 'array':
      return choices ? { template: 'checkboxes', choices, isLong: choices.length > MAX_RADIOS } : entriesOf(field, id, texts);
    case 'string':
      return choices ? singleChoice(choices) : freeText(field);
    case 'number':
      return numberControl(field);
    case 'date':
      return dateControl(field);
  }
}

const MAX_RADIOS = 7;
const MIN_ENTRIES = 3;

/** Uses the last of several values. */
const isChecked = (values: readonly string[]): boolean => booleanOf(values.findLast((value) => value !== '') ?? '') === true;

function choicesOf({ options, values, fullOptions }: FormPageField, id: string): readonly Choice[] | null {
  if (!Array.isArray(options) || options.length === 0) return null;
  const chosen = new Set(values.map(optionKey));
  return options.map((value, index) => {
    const isFull = fullOptions.includes(value);
    return { id: `${id}-${index}`, value, isChosen: chosen.has(optionKey(value)) && !isFull, isFull };
  });
}

function singleChoice(choices: readonly Choice[]): Control {
  return choices.length > MAX_RADIOS ? { template: 'select', choices } : { template: 'radios', choices, isLong: false };
}

/** Offers one more input than there are values, since a page without a script cannot add inputs. */
function entriesOf({ values }: FormPageField, id: string, texts: PageTexts['form']): Control {
  const filled = values.filter((value) => value !== '');
  const count = Math.max(MIN_ENTRIES, filled.length + 1);
  const entries = Array.from({ length: count }, (_, index) => ({
    id: `${id}-${index}`,
    label: texts.entry(index + 1),
    value: filled[index] ?? '',
  }));
  return { template: 'entries', entries };
}

function freeText(field: FormPageField): Control {
  const value = textOf(field);
  const { preset } = field;
  if (isMultiline(field) || (preset === null && LINE_BREAK.test(value))) return { template: 'textarea', value };
  return { ...PLAIN_TEXT, ...(preset === null ? {} : PRESET_CONTROLS[preset]), autocomplete: autocompletePurpose(field), value };
}

/** A text input would drop the line breaks of a value, which another page may have sent from a text area. */
const LINE_BREAK = /[\r\n]/;

const PLAIN_TEXT = { template: 'text', type: 'text', inputmode: null, step: null, hasSpellcheck: true } as const;
const CODE = { hasSpellcheck: false } as const;

/** Leaves out the types `email` and `url`: browsers reject some addresses that the service accepts, such as `zoë@example.com`. */
const PRESET_CONTROLS: Readonly<Record<Preset, Partial<TextControl>>> = {
  email: { inputmode: 'email', hasSpellcheck: false },
  url: { inputmode: 'url', hasSpellcheck: false },
  tel: { type: 'tel', hasSpellcheck: false },
  ipv4: CODE,
  ipv6: CODE,
  uuid: CODE,
  slug: CODE,
  hex_color: CODE,
  alpha_numeric: CODE,
  integer: { inputmode: 'numeric', hasSpellcheck: false },
};

/** Shows values other than numbers in a text input, since browsers would clear a number input. */
function numberControl(field: FormPageField): TextControl {
  const value = textOf(field);
  const isWhole = field.preset === 'integer';
  const shared = { ...PLAIN_TEXT, ...CODE, inputmode: isWhole ? 'numeric' : null, autocomplete: null, value } as const;
  return value === '' || isFloatingPoint(value) ? { ...shared, type: 'number', step: isWhole ? '1' : 'any' } : shared;
}

/** Shows times and invalid dates in a text input, since a date input accepts calendar dates only. */
function dateControl(field: FormPageField): TextControl {
  const value = textOf(field);
  const shared = { ...PLAIN_TEXT, ...CODE, autocomplete: autocompletePurpose(field), value };
  return value === '' || isCalendarDate(value) ? { ...shared, type: 'date' } : shared;
}

/** Returns the first non-empty text, as the intake does. */
const textOf = ({ values }: FormPageField): string => values.find((value) => value !== '') ?? '';
