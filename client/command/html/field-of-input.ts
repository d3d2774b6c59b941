import { booleanOf } from '../../../src/fields/values/coercion.rules.js';
import { isUsefulAcceptEntry } from '../../../src/files/file-type.rules.js';
import { optionErrors, optionKey } from '../../../src/forms/definition/field-options.rules.js';
import type { Preset } from '../../../src/forms/definition/field.types.js';
import { withSingleBlanks } from '../../../src/platform/text/invisible.rules.js';
import type { FieldOfFile } from '../definition/definition.types.js';
import { ancestorsOf, attribute, descendantsOf, type Element, hasAttribute, textOf } from './document.js';
import { isMadeByTemplate } from './field-names.js';
import { type Input, isList } from './inputs.js';
import { isDisabled, typeOf } from './page-forms.js';

/** The type and the rules of a field. The notes say what it does not check although the page does. */
export type Content = Pick<FieldOfFile, 'type' | 'options' | 'validation'> & { notes: string[] };

/** The type, options and preset of an input, by what browsers send for it. */
export function contentOf(input: Input): Content {
  const [first] = input.controls;
  if (input.kind === 'radio') return { type: 'string', ...choices(valuesOf(input.controls)) };
  if (input.kind === 'checkboxes') return checkboxes(input);
  if (typeOf(first!) === 'select') return select(first!, input);
  if (input.kind === 'list') return { type: 'array', notes: [] };
  if (typeOf(first!) === 'file') return file(first!, isList(input));
  return { ...textual(first!), notes: unchecked(first!) };
}

/** The value that a box or a radio button sends when it is chosen. */
export const valueOf = (control: Element): string => attribute(control, 'value') ?? 'on';

const valuesOf = (controls: readonly Element[]): string[] => controls.map(valueOf);

/** A single box is a boolean where its value is a word for yes, and else a text that is there or not. */
function checkboxes(input: Input): Content {
  const { controls, companions } = input;
  const others = valuesOf(companions).filter((value) => value !== '');
  const isSingle = controls.length === 1 && !isList(input) && !isMadeByTemplate(valueOf(controls[0]!));
  if (isSingle && booleanOf(valueOf(controls[0]!)) === true && others.every((value) => booleanOf(value) === false))
    return { type: 'boolean', notes: [] };
  return { type: isSingle && others.length === 0 ? 'string' : 'array', ...choices([...others, ...valuesOf(controls)]) };
}

function select(element: Element, { kind }: Input): Content {
  const options = descendantsOf(element).filter((each) => each.tagName === 'option' && !isDisabledOption(each));
  const values = options.map((option) => attribute(option, 'value') ?? textOf(option));
  const isArray = hasAttribute(element, 'multiple') || kind === 'list';
  return { type: isArray ? 'array' : 'string', ...choices(values) };
}

const isDisabledOption = (option: Element): boolean =>
  hasAttribute(option, 'disabled') ||
  [...ancestorsOf(option)].some((each) => each.tagName === 'optgroup' && hasAttribute(each, 'disabled'));

/** An option without a value is a prompt. Options that the service cannot have leave the field open to any text. */
function choices(values: readonly string[]): Pick<Content, 'options' | 'notes'> {
  const texts = values.map(withSingleBlanks).filter((value) => value !== '');
  const options = [...new Map(texts.toReversed().map((value) => [optionKey(value), value])).values()].reverse();
  if (options.length === 0) return { notes: ['It has no options in the page, so any text is taken.'] };
  if (options.some(isMadeByTemplate)) return { notes: ['Its options are made by a template. Add them to the file, or any text is taken.'] };
  const [error] = optionErrors(options, 'options');
  return error ? { notes: [`Its options ${error.message}, so any text is taken.`] } : { options, notes: [] };
}

function file(control: Element, isListed: boolean): Content {
  const entries = (attribute(control, 'accept') ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  const named = entries.filter((entry) => entry !== '' && entry !== '*/*' && entry !== '*');
  const accept = named.filter(isUsefulAcceptEntry);
  const refused = named.filter((entry) => !accept.includes(entry));
  const isMultiple = hasAttribute(control, 'multiple') || isListed;
  const options = { ...(!isMultiple && { max_files: 1 }), ...(accept.length > 0 && { accept }) };
  return {
    type: 'file',
    ...(Object.keys(options).length > 0 && { options }),
    notes: refused.length > 0 ? [`The service takes no files of the types ${refused.join(', ')}.`] : [],
  };
}

const PRESETS: Readonly<Record<string, Preset>> = { email: 'email', url: 'url', tel: 'tel', color: 'hex_color' };
const NUMBERS: ReadonlySet<string> = new Set(['number', 'range']);
/** Names of digits that pages ask for with the keyboard of telephones. */
const NO_TELEPHONE = /zip|post|plz|code|pin|otp|cvc|card|iban|year|amount/i;

function textual(control: Element): Omit<Content, 'notes'> {
  const type = typeOf(control);
  if (NUMBERS.has(type)) return { type: 'number' };
  if (type === 'date') return { type: 'date' };
  const preset = type === 'text' && isAddress(control) ? 'email' : PRESETS[type];
  const isOther =
    (preset === 'tel' && NO_TELEPHONE.test(attribute(control, 'name') ?? '')) || (preset === 'email' && hasAttribute(control, 'multiple'));
  return { type: 'string', ...(preset && !isOther && { validation: preset }) };
}

/** True for an address of the visitor in an input for any text. */
const isAddress = (control: Element): boolean =>
  attribute(control, 'autocomplete') === 'email' || /^(?:_replyto|e[-_]?mail(?:[-_]?address)?)$/i.test(attribute(control, 'name') ?? '');

/** A box that must be ticked, or a control that must be filled in. A control that is disabled is not sent until a script enables it. */
export const isRequired = ({ controls }: Input): boolean =>
  controls.some((each) => !isDisabled(each) && (hasAttribute(each, 'required') || attribute(each, 'aria-required') === 'true'));

function unchecked(control: Element): string[] {
  const names = ['pattern', 'minlength', 'maxlength', 'min', 'max'].filter((name) => hasAttribute(control, name));
  return names.length > 0
    ? [`Browsers check ${names.map((name) => `${name}="${attribute(control, name)}"`).join(' ')}, the service does not.`]
    : [];
}
