import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ApiError, type FieldError, notFound, refuseErrors } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import type { NewForm } from '../forms/form.rules';
import { type FormHook, FormHooks, type NewFields } from '../forms/form-hooks';
import { FormsService } from '../forms/forms.service';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import type { FieldEntity } from '../forms/definition/field.entity';
import type { FieldUseView } from '../forms/definition/field-use.dto';
import { MAX_FIELDS_PER_FORM, TAKEN_NAME } from '../forms/definition/field.rules';
import type { FieldDefinition } from '../forms/definition/field.types';
import { changesContract, conflictsWithLegacy, editOf, type FieldChanges, newField, presetErrorsAfter } from './field-edit.rules';
import { FieldsRepository } from './fields.repository';
import { fileFieldErrors } from './file-options.rules';

export interface FieldEdit {
  form: FormEntity;
  field: FieldEntity;
}

/** Edits the fields of a form that the request has locked. Each edit with an effect increments the revision of the form. */
@Injectable()
export class FieldsService implements FormHook, OnModuleInit {
  constructor(
    private readonly fields: FieldsRepository,
    private readonly forms: FormsService,
    private readonly hooks: FormHooks,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  /** Checks the options of new fields against the configured limits, which the DTO does not know. */
  errorsIn(fields: NewFields): FieldError[] {
    return fields.flatMap((field, index) => fileFieldErrors(field, this.config.uploads, `fields.${index}.options`));
  }

  async insertFor(form: FormEntity, { fields }: NewForm): Promise<void> {
    await this.fields.insert(fields.map((each, position) => newField(form.id, each, position, form.createdAt)));
  }

  /** The places that name the field, and those that compare it with one of its options. */
  async usesOfField(form: FormEntity, { name, options }: Pick<FieldEntity, 'name' | 'options'>): Promise<FieldUseView[]> {
    const compared = await this.hooks.usesOf(form, name, new Set(listed(options)));
    return [...(await this.hooks.usesOf(form, name, null)), ...compared];
  }

  /** The places that compare a field with an option that an edit has taken away. */
  async brokenUses(form: FormEntity, before: FieldEntity, after: FieldEntity): Promise<FieldUseView[]> {
    const [known, kept] = [listed(before.options), listed(after.options)];
    const gone = kept.length > 0 ? known.filter((option) => !kept.includes(option)) : []; // without options every value is accepted
    return gone.length > 0 ? this.hooks.usesOf(form, before.name, new Set(gone)) : [];
  }

  list(form: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.forms.fieldsOf(form);
  }

  /** Adds a field at the end. `errors` are the validation errors of the DTO, which are reported together with those found here. */
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

  /** Changes a field. `errors` are the validation errors of the DTO, as for `create`. */
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

  /** Marks a field as deleted and moves later fields up. Stored submissions keep its values. Resolves with the edited form. */
  async delete(form: FormEntity, fieldId: string): Promise<FormEntity> {
    const fields = await this.forms.fieldsOf(form);
    await this.fields.update(fieldIn(fields, fieldId), { deletedAt: this.clock.now() });
    const remaining = fields.filter(({ id }) => id !== fieldId).map(({ id }) => id);
    await this.fields.reorder(form.id, remaining);
    return this.forms.countRevision(form);
  }

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

  /** Invalid values are reported even if the state of the form would refuse the edit anyway. */
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

/** Throws 404 for a field that was deleted after the resolver found it and before the form was locked. */
function fieldIn(fields: FieldEntity[], fieldId: string): FieldEntity {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) throw notFound();
  return field;
}

const listed = (options: FieldEntity['options']): string[] => (Array.isArray(options) ? options : []);
