/** One field as the templates show it. Absent attributes are null. */
export interface ShownField {
  /** The id of the control, or of the group. */
  id: string;
  /** The id of the element that the summary of errors leads to. */
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
  /** Radio buttons, or check boxes when several can be chosen. More choices than fit a screen are long: they scroll inside a box. */
  | { template: 'radios' | 'checkboxes'; choices: readonly Choice[]; isLong: boolean }
  | { template: 'checkbox'; isChecked: boolean }
  /** Several inputs of one name, for a list without options. */
  | { template: 'entries'; entries: readonly { id: string; label: string; value: string }[] }
  | { template: 'file'; accept: string | null; isMultiple: boolean };

export interface TextControl {
  template: 'text';
  type: 'text' | 'tel' | 'number' | 'date';
  inputmode: 'numeric' | 'email' | 'url' | null;
  step: 'any' | '1' | null;
  autocomplete: string | null;
  /** False for codes, which no dictionary holds. */
  hasSpellcheck: boolean;
  value: string;
}

export interface Choice {
  id: string;
  value: string;
  isChosen: boolean;
  /** No places are left, so it cannot be chosen. */
  isFull: boolean;
}
