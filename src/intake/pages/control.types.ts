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

export type Control = TextControl | TextareaControl | SelectControl | ChoicesControl | CheckboxControl | EntriesControl | FileControl;

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

export interface TextareaControl {
  template: 'textarea';
  value: string;
}

export interface SelectControl {
  template: 'select';
  choices: readonly Choice[];
}

export interface ChoicesControl {
  template: 'radios' | 'checkboxes';
  choices: readonly Choice[];
  /** More choices than fit a screen; they scroll inside a box. */
  isLong: boolean;
}

export interface CheckboxControl {
  template: 'checkbox';
  isChecked: boolean;
}

export interface EntriesControl {
  template: 'entries';
  entries: readonly { id: string; label: string; value: string }[];
}

export interface FileControl {
  template: 'file';
  accept: string | null;
  isMultiple: boolean;
}

export interface Choice {
  id: string;
  value: string;
  isChosen: boolean;
  /** No places are left, so it cannot be chosen. */
  isFull: boolean;
}
