/** A field as the templates show it. Absent attributes are null. */
export interface ShownField {
  /** The id of the control, or of its group. */
  id: string;
  /** The id of the element to which the summary of errors links. */
  focusId: string;
  name: string;
  label: string;
  isRequired: boolean;
  help: string | null;
  errors: readonly string[];
  describedBy: string | null;
  control: Control;
}

export type Control =
  | TextControl
  | { template: 'textarea'; value: string }
  | { template: 'select'; choices: readonly Choice[] }
  /** Radio buttons, or check boxes for several choices. `isLong` lets many choices scroll inside a box. */
  | { template: 'radios' | 'checkboxes'; choices: readonly Choice[]; isLong: boolean }
  | { template: 'checkbox'; isChecked: boolean }
  /** Several inputs with one name, for a list without options. */
  | { template: 'entries'; entries: readonly { id: string; label: string; value: string }[] }
  | { template: 'file'; accept: string | null; isMultiple: boolean };

export interface TextControl {
  template: 'text';
  type: 'text' | 'tel' | 'number' | 'date';
  inputmode: 'numeric' | 'email' | 'url' | null;
  step: 'any' | '1' | null;
  autocomplete: string | null;
  /** False for texts such as codes, which no dictionary contains. */
  hasSpellcheck: boolean;
  value: string;
}

export interface Choice {
  id: string;
  value: string;
  isChosen: boolean;
  /** True when no places are left, so that visitors cannot select the choice. */
  isFull: boolean;
}
