import { MAX_FIELDS_PER_FORM } from '../../../src/forms/definition/field.rules.js';
import type { FieldOfFile } from '../definition/definition.types.js';
import { Fault } from '../faults.js';
import { plain } from '../plain.js';
import { attribute, type Element } from './document.js';
import { type Content, contentOf, isRequired } from './field-of-input.js';
import { fieldNamesFor } from './field-names.js';
import { note, type Reading } from './form-controls.js';
import { type Input, inputsOf } from './inputs.js';
import { groupLabelOf, labelOf } from './labels.js';
import { isDisabled, typeOf } from './page-forms.js';

/** The name under which pages for other services send the address of the visitor. This service reads it, too. */
const REPLY_TO = '_replyto';

/** The fields of a form, and the one to whose address replies go. Names that no field can have are changed in the page. */
export function fieldsOf(reading: Reading, controls: readonly Element[]): { fields: FieldOfFile[]; replyTo: string | null } {
  const inputs = inputsOf(controls);
  if (inputs.length > MAX_FIELDS_PER_FORM)
    throw new Fault(`The form has ${inputs.length} fields, of which a form has at most ${MAX_FIELDS_PER_FORM}.`);
  const sent = inputs.map((input) => ({
    name: input.name === REPLY_TO ? replyToName(inputs) : input.name,
    label: inputLabel(reading, input),
  }));
  const names = fieldNamesFor(sent);
  const fields = inputs.map((input, index) => fieldOf(reading, input, names[index]!, sent[index]!.label));
  const addresses = fields.filter(({ validation }) => validation === 'email');
  const chosen = fields[inputs.findIndex(({ name }) => name === REPLY_TO)] ?? (addresses.length === 1 ? addresses[0] : undefined);
  return { fields, replyTo: chosen?.name ?? null };
}

const replyToName = (inputs: readonly Input[]): string => (inputs.some(({ name }) => name === 'email') ? 'reply_to' : 'email');

function fieldOf(reading: Reading, input: Input, name: string, label: string | null): FieldOfFile {
  const [first] = input.controls;
  giveValues(reading, input);
  const { notes, ...content } = contentOf(input);
  for (const message of notes) note(reading, first!, `${name}: ${plain(message)}`);
  if (input.controls.every(isDisabled)) note(reading, first!, `${name}: Browsers send nothing while it is disabled.`);
  if (input.name !== REPLY_TO) rename(reading, input, name);
  dropCompanions(reading, input, content.type);
  return { name, ...(label !== null && { label }), ...content, ...(isRequired(input) && { required: true }) };
}

function inputLabel({ html }: Reading, { kind, controls }: Input): string | null {
  const isGroup = kind === 'radio' || (kind === 'checkboxes' && controls.length > 1);
  return isGroup ? groupLabelOf(controls, html) : labelOf(controls[0]!, html);
}

/** Boxes without a value all send "on", which tells nothing of several ones. */
function giveValues({ html, changes }: Reading, { kind, controls }: Input): void {
  if (kind !== 'radio' && !(kind === 'checkboxes' && controls.length > 1)) return;
  for (const control of controls.filter((each) => !attribute(each, 'value'))) {
    const label = labelOf(control, html);
    if (label === null) continue;
    control.attrs.unshift({ name: 'value', value: label });
    changes.set(control, 'value', label, 'Without a value, it sends "on".');
  }
}

function rename({ changes }: Reading, { name: old, controls, companions }: Input, name: string): void {
  if (old === name) return;
  for (const control of [...controls, ...companions])
    changes.set(
      control,
      'name',
      name,
      `The field is called ${name}, since names of fields have lower-case letters, digits and underscores.`,
    );
}

/** A hidden value beside a choice would be a second one. Those beside boxes are read with them. */
function dropCompanions({ changes }: Reading, { companions }: Input, type: Content['type']): void {
  if (type === 'boolean' || type === 'array') return;
  for (const companion of companions) changes.replace(companion, '', 'It would send a second value for the same field.');
}

export const hasFiles = (controls: readonly Element[]): boolean => controls.some((control) => typeOf(control) === 'file');
