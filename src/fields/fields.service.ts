import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ApiError, type FieldError, notFound, refuseErrors } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import type { FieldEntity } from '../forms/definition/field.entity';
import { MAX_FIELDS_PER_FORM, TAKEN_NAME } from '../forms/definition/field.rules';
import type { FieldDefinition } from '../forms/definition/field.types';
import { changesContract, conflictsWithLegacy, editOf, type FieldChanges, newField, presetErrorsAfter } from './field-edit.rules';
import { type FieldOfForm, FieldsRepository } from './fields.repository';
import { fileFieldErrors } from './file-options.rules';

/** A field after an edit, and its form, whose revision counts the edit. */
export interface FieldEdit {
  form: FormEntity;
  field: FieldEntity;
}

/**
 * Fields of a form that the request has locked, which excludes concurrent edits. Each edit that changes something is a
 * revision of the form.
 */
@Injectable()
export class FieldsService {
  constructor(
    private readonly fields: FieldsRepository,
    private readonly forms: FormsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(form: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.forms.fieldsOf(form);
  }

  /** A field with the form that it is of; null when the caller may not see the form. */
  get(caller: Caller, formId: string, fieldId: string): Promise<FieldOfForm | null> {
    return this.fields.visible(caller, formId, fieldId);
  }

  /** Adds a field after the others. `errors` are those that the definition has in itself. */
  async create(form: FormEntity, definition: FieldDefinition, errors: readonly FieldError[]): Promise<FieldEdit> {
    const others = await this.forms.fieldsOf(form);
    refuseErrors(errors, [
      ...fileFieldErrors(definition, this.config.uploads),
      ...(others.length >= MAX_FIELDS_PER_FORM ? [TOO_MANY] : []),
      ...takenNameErrors(definition.name, others),
    ]);
    const [field] = await this.fields.insert([newField(form.id, definition, others.length, this.clock.now())]);
    return { form: await this.forms.countRevision(form), field: field! };
  }

  /** `errors` are those that the changes have in themselves. */
  async update(form: FormEntity, fieldId: string, changes: FieldChanges, errors: readonly FieldError[]): Promise<FieldEdit> {
    const fields = await this.forms.fieldsOf(form);
    const field = fieldIn(fields, fieldId);
    const edit = editOf(field, changes);
    refuseErrors(errors, this.errorsOf(fields, field, edit));
    if (Object.keys(edit).length === 0 && !conflictsWithLegacy(field, changes, edit)) return { form, field };
    await this.refuseEdit(form, field, changes, edit);
    const columns = { ...edit, updatedAt: this.clock.now() };
    await this.fields.update(field, columns);
    return { form: await this.forms.countRevision(form), field: { ...field, ...columns } };
  }

  /** Stored submissions keep their values under the name, and the fields behind it move up. Resolves with the form after the edit. */
  async delete(form: FormEntity, fieldId: string): Promise<FormEntity> {
    const fields = await this.forms.fieldsOf(form);
    await this.fields.update(fieldIn(fields, fieldId), { deletedAt: this.clock.now() });
    const remaining = fields.filter(({ id }) => id !== fieldId);
    await this.fields.reorder(
      form.id,
      remaining.map(({ id }) => id),
    );
    return this.forms.countRevision(form);
  }

  /** The list must name every field of the form exactly once. */
  async reorder(form: FormEntity, ids: readonly string[]): Promise<{ form: FormEntity; fields: FieldEntity[] }> {
    const fields = await this.forms.fieldsOf(form);
    const known = new Map(fields.map((field) => [field.id, field]));
    const ordered = ids.flatMap((id) => known.get(id) ?? []);
    const isPermutation = ids.length === fields.length && new Set(ordered).size === fields.length;
    if (!isPermutation) throw new ApiError('invalid_field_order');
    if (fields.every(({ id }, position) => id === ids[position])) return { form, fields };
    await this.fields.reorder(form.id, ids);
    const placed = ordered.map((field, position) => ({ ...field, position }));
    return { form: await this.forms.countRevision(form), fields: placed };
  }

  /** Values are checked before the state of the form: an invalid one is reported even if the edit would be refused anyway. */
  private errorsOf(fields: FieldEntity[], field: FieldEntity, edit: Partial<FieldEntity>): FieldError[] {
    const others = fields.filter(({ id }) => id !== field.id);
    const changesOptions = 'options' in edit || 'type' in edit;
    return [
      ...(edit.name === undefined ? [] : takenNameErrors(edit.name, others)),
      ...('type' in edit || 'preset' in edit ? presetErrorsAfter(field, edit) : []),
      ...(changesOptions ? fileFieldErrors({ ...field, ...edit }, this.config.uploads) : []),
    ];
  }

  private async refuseEdit(form: FormEntity, field: FieldEntity, changes: FieldChanges, edit: Partial<FieldEntity>): Promise<void> {
    if (changesContract(edit) && (await this.forms.isContractLocked(form))) throw new ApiError('field_contract_locked');
    if (conflictsWithLegacy(field, changes, edit)) throw new ApiError('legacy_custom_validation_conflict');
  }
}

const TOO_MANY = { path: 'name', message: `must not be added: a form can have at most ${MAX_FIELDS_PER_FORM} fields` };

const takenNameErrors = (name: string, others: FieldEntity[]): FieldError[] =>
  others.some((other) => other.name === name) ? [{ path: 'name', message: TAKEN_NAME }] : [];

/** The resolver has found the field, but it may have been deleted before the form was locked. */
function fieldIn(fields: FieldEntity[], fieldId: string): FieldEntity {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) throw notFound();
  return field;
}
