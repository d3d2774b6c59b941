import type { FieldError } from '../../../api/errors/api-error';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import type { CompiledForm } from '../../compiled-form';

/** A form, as far as the columns of a file depend on it. */
export type FormOfColumns = Pick<CompiledForm, 'fields' | 'validateFields' | 'settings'>;

export type SpecialColumn = 'received_at' | 'source_id';

/** What the cells of a column are. */
export type Column =
  | { is: 'field'; field: FieldDefinition }
  | { is: SpecialColumn }
  /** Values under a name of which the form has no field. A form that does not validate stores them like those of its fields. */
  | { is: 'other'; name: string; isStored: boolean }
  /** `_replyto`, by which pages of other services send the address of the visitor, and the field that it is for. */
  | { is: 'reply_to'; field: string }
  /** Of our own exports: the values that no field has, as JSON. */
  | { is: 'other_fields' }
  /** Of our own exports: what the service gives to each submission. */
  | { is: 'ours' };

/** The columns of a file, in their order. */
export interface ColumnPlan {
  columns: Column[];
  /** What is wrong with the header, or with the columns that the request names. */
  errors: FieldError[];
}
