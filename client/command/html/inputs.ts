import { fieldNameOf } from '../../../src/fields/values/form-encoding.rules.js';
import { attribute, type Element, hasAttribute } from './document.js';
import { typeOf } from './page-forms.js';

/** Controls that are one field: all radio buttons or check boxes of a name, all controls of a list, or a single control. */
export interface Input {
  /** The name under which the service reads what they send. */
  name: string;
  kind: 'radio' | 'checkboxes' | 'list' | 'single';
  controls: Element[];
  /** Hidden controls of the same name, by which frameworks send a value for a box that is not ticked. */
  companions: Element[];
}

/** Groups the controls with a name, in the order of the page. */
export function inputsOf(controls: readonly Element[]): Input[] {
  const numbered = numberedNames(controls);
  const nameFor = (control: Element) => (numbered.has(nameOf(control)) ? attribute(control, 'name')! : nameOf(control));
  const visible = new Set(controls.filter((each) => typeOf(each) !== 'hidden').map(nameFor));
  const isCompanion = (control: Element) => typeOf(control) === 'hidden' && visible.has(nameFor(control));
  const inputs = new Map<unknown, Input>();
  for (const control of controls.filter((each) => !isCompanion(each))) {
    const name = nameFor(control);
    const kind = kindOf(control, name);
    const key = kind === 'single' ? control : `${kind} ${name}`;
    const input = inputs.get(key);
    if (input) input.controls.push(control);
    else inputs.set(key, { name, kind, controls: [control], companions: [] });
  }
  const found = [...inputs.values()];
  for (const control of controls.filter(isCompanion)) found.find(({ name }) => name === nameFor(control))!.companions.push(control);
  return found;
}

/** The name under which the service reads what a control sends. */
export const nameOf = (control: Element): string => fieldNameOf(attribute(control, 'name') ?? '');

/** Names whose indexes number fields of several kinds, such as `wpforms[fields][3]`, and not the entries of a list. */
function numberedNames(controls: readonly Element[]): Set<string> {
  const types = new Map<string, Set<string>>();
  for (const control of controls.filter((each) => /\[\d+\]$/.test(attribute(each, 'name') ?? '')))
    types.set(nameOf(control), (types.get(nameOf(control)) ?? new Set()).add(typeOf(control)));
  return new Set([...types].filter(([name, found]) => found.size > 1 || name === 'wpforms[fields]').map(([name]) => name));
}

function kindOf(control: Element, name: string): Input['kind'] {
  const type = typeOf(control);
  if (type === 'radio') return 'radio';
  if (type === 'checkbox') return 'checkboxes';
  const isOneOfMany = name !== attribute(control, 'name') && !hasAttribute(control, 'multiple') && type !== 'file';
  return isOneOfMany ? 'list' : 'single';
}

/** True for an input whose name has `[]` or an index at its end, of which the service makes a list. */
export const isList = ({ name, controls }: Input): boolean => name !== attribute(controls[0]!, 'name');
