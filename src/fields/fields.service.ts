import { Inject, Injectable } from '@nestjs/common';
import { ApiError, notFound, validationFailed } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { Clock } from '../platform/clock';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import type { FieldChanges } from './field-edit.rules';
import { changesContract, conflictsWithLegacy, editOf, newField, presetFaultsAfter } from './field-edit.rules';
import type { FieldEntity } from './field.entity';
import { MAX_FIELDS_PER_FORM, TAKEN_NAME } from './field.rules';
import type { FieldDefinition } from './field.types';
import { FieldsRepository } from './fields.repository';
import { fileFieldFaults } from './file-options.rules';

/** A field after an edit, and its form, whose revision counts the edit. */
export interface FieldEdit {
  form: FormEntity;
  field: FieldEntity;
}

/** Fields of a form that the request has locked, which excludes concurrent edits. Each edit that changes something is a revision of the form. */
@Injectable()
export class FieldsService {
  constructor(
    private readonly fields: FieldsRepository,
    private readonly forms: FormsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(form: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.fields.inOrder(form.id);
  }

  /** Adds a field after the others. */
  async create(form: FormEntity, definition: FieldDefinition): Promise<FieldEdit> {
    const faults = fileFieldFaults(definition, this.config.uploads);
    if (faults.length > 0) throw validationFailed(faults);
    const others = await this.fields.inOrder(form.id);
    if (others.length >= MAX_FIELDS_PER_FORM) throw validationFailed([TOO_MANY]);
    refuseTakenName(definition.name, others);
    const [field] = await this.fields.insert([newField(form.id, definition, others.length, this.clock.now())]);
    return { form: await this.forms.countRevision(form), field: field! };
  }

  async update(form: FormEntity, fieldId: string, changes: FieldChanges): Promise<FieldEdit> {
    const fields = await this.fields.inOrder(form.id);
    const field = fieldIn(fields, fieldId);
    const edit = editOf(field, changes);
    if (Object.keys(edit).length === 0 && !conflictsWithLegacy(field, changes, edit)) return { form, field };
    await this.refuseEdit(form, fields, field, changes, edit);
    const columns = { ...edit, updatedAt: this.clock.now() };
    await this.fields.update(field, columns);
    return { form: await this.forms.countRevision(form), field: { ...field, ...columns } };
  }

  /** Stored submissions keep their values under the name, and the fields behind it move up. Resolves with the form after the edit. */
  async delete(form: FormEntity, fieldId: string): Promise<FormEntity> {
    const fields = await this.fields.inOrder(form.id);
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
    const fields = await this.fields.inOrder(form.id);
    const known = new Map(fields.map((field) => [field.id, field]));
    const ordered = ids.flatMap((id) => known.get(id) ?? []);
    const isPermutation = ids.length === fields.length && new Set(ordered).size === fields.length;
    if (!isPermutation) throw new ApiError('invalid_field_order');
    if (fields.every(({ id }, position) => id === ids[position])) return { form, fields };
    await this.fields.reorder(form.id, ids);
    const placed = ordered.map((field, position) => ({ ...field, position }));
    return { form: await this.forms.countRevision(form), fields: placed };
  }

  /** Checks values before state: an invalid value is reported even if the edit would be refused anyway. */
  private async refuseEdit(
    form: FormEntity,
    fields: FieldEntity[],
    field: FieldEntity,
    changes: FieldChanges,
    edit: Partial<FieldEntity>,
  ): Promise<void> {
    const others = fields.filter(({ id }) => id !== field.id);
    if (edit.name !== undefined) refuseTakenName(edit.name, others);
    const changesOptions = 'options' in edit || 'type' in edit;
    const faults = [
      ...presetFaultsAfter(field, edit),
      ...(changesOptions ? fileFieldFaults({ ...field, ...edit }, this.config.uploads) : []),
    ];
    if (faults.length > 0) throw validationFailed(faults);
    if (changesContract(edit) && (await this.forms.isContractLocked(form))) throw new ApiError('field_contract_locked');
    if (conflictsWithLegacy(field, changes, edit)) throw new ApiError('legacy_custom_validation_conflict');
  }
}

const TOO_MANY = { path: 'name', message: `a form can have at most ${MAX_FIELDS_PER_FORM} fields` };

function refuseTakenName(name: string, others: FieldEntity[]): void {
  if (others.some((other) => other.name === name)) throw validationFailed([{ path: 'name', message: TAKEN_NAME }]);
}

/** The resolver has found the field, but it may have been deleted before the form was locked. */
function fieldIn(fields: FieldEntity[], fieldId: string): FieldEntity {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) throw notFound();
  return field;
}
