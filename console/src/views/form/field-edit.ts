import { keyOf, type Option } from '../../elements/form/option.rules';
import type { FormState } from './form-state';
import { checksFor } from './field.rules';
import { FormEdit, type Source } from './form-edit';
import { freeName, fieldNameOf } from './unmatched/suggestion.rules';

const NAME: Option = { path: ['field', 'name'], kind: 'line', label: '' };
const CHECK: Option = { path: ['field', 'validation'], kind: 'choice', label: '', isNullable: true };

/** An edit of a field. The name of a new field follows its label until somebody types a name. A change of the type resets the check. */
export class FieldEdit extends FormEdit {
  private isNamed = false;

  /** `taken` has the names of the other fields when the field is new, and is null for an existing field. */
  constructor(
    state: FormState,
    source: Source,
    private readonly taken: (() => readonly string[]) | null,
  ) {
    super(state, source);
  }

  override type(option: Option, text: string): void {
    super.type(option, text);
    const key = keyOf(option);
    if (key === 'field.name') this.isNamed = text !== '';
    if (key === 'field.label' && this.taken && !this.isNamed)
      super.type(NAME, text.trim() ? freeName(fieldNameOf(text), this.taken()) : '');
    if (key === 'field.type' && !(this.text(CHECK) in checksFor(text))) super.type(CHECK, '');
  }
}
