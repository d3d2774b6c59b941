import { Injectable } from '@nestjs/common';
import type { FormEntity } from '../forms/form.entity';
import { isContractLocked, nextRevision } from '../forms/form.rules';
import { Clock } from '../platform/clock';
import { ApiError, notFound, validationFailed } from '../api/errors/api-error';
import type { FieldChanges } from './field-edit.rules';
import { changesContract, conflictsWithLegacy, editOf, newField, presetFaultsAfter } from './field-edit.rules';
import type { FieldEntity } from './field.entity';
import { MAX_FIELDS_PER_FORM, TAKEN_NAME } from './field.rules';
import type { FieldDefinition } from './field.types';
import { FieldsRepository } from './fields.repository';

/** Fields of a form that the request has locked, so that nothing else edits them meanwhile. Each effective edit is a revision of the form. */
@Injectable()
export class FieldsService {
  constructor(
    private readonly fields: FieldsRepository,
    private readonly clock: Clock,
  ) {}

  list(form: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.fields.inOrder(form.id);
  }

  /** Adds a field behind the others. */
  async create(form: FormEntity, definition: FieldDefinition): Promise<FieldEntity> {
    const others = await this.fields.inOrder(form.id);
    if (others.length >= MAX_FIELDS_PER_FORM) throw validationFailed([TOO_MANY]);
    refuseTakenName(definition.name, others);
    const field = await this.fields.insert(newField(form.id, definition, others.length, this.clock.now()));
    await this.countRevision(form);
    return field;
  }

  async update(form: FormEntity, fieldId: string, changes: FieldChanges): Promise<FieldEntity> {
    const fields = await this.fields.inOrder(form.id);
    const field = found(fields, fieldId);
    const edit = editOf(field, changes);
    if (Object.keys(edit).length === 0 && !conflictsWithLegacy(field, changes, edit)) return field;
    await this.refuse(form, fields, field, changes, edit);
    const edited = { ...field, ...edit, updatedAt: this.clock.now() };
    await this.fields.update(field, { ...edit, updatedAt: edited.updatedAt });
    await this.countRevision(form);
    return edited;
  }

  /** Stored submissions keep their values under the name; the other fields move up. */
  async delete(form: FormEntity, fieldId: string): Promise<void> {
    const fields = await this.fields.inOrder(form.id);
    const field = found(fields, fieldId);
    await this.fields.update(field, { deletedAt: this.clock.now() });
    await this.fields.place(
      form.id,
      fields.filter(({ id }) => id !== fieldId).map(({ id }) => id),
    );
    await this.countRevision(form);
  }

  /** Takes every field of the form exactly once. */
  async reorder(form: FormEntity, ids: string[]): Promise<FieldEntity[]> {
    const fields = await this.fields.inOrder(form.id);
    const known = new Map(fields.map((field) => [field.id, field]));
    const ordered = ids.flatMap((id) => known.get(id) ?? []);
    const isPermutation = ids.length === fields.length && new Set(ordered).size === fields.length;
    if (!isPermutation) throw new ApiError('invalid_field_order');
    if (fields.every(({ id }, position) => id === ids[position])) return fields;
    await this.fields.place(form.id, ids);
    await this.countRevision(form);
    return ordered.map((field, position) => ({ ...field, position }));
  }

  /** Values first, since a value must be legal before it can conflict with anything. */
  private async refuse(
    form: FormEntity,
    fields: FieldEntity[],
    field: FieldEntity,
    changes: FieldChanges,
    edit: Partial<FieldEntity>,
  ): Promise<void> {
    const others = fields.filter(({ id }) => id !== field.id);
    if (edit.name !== undefined) refuseTakenName(edit.name, others);
    const faults = presetFaultsAfter(field, edit);
    if (faults.length > 0) throw validationFailed(faults);
    if (changesContract(edit) && isContractLocked(form, await this.fields.stats(form.id))) {
      throw new ApiError('field_contract_locked');
    }
    if (conflictsWithLegacy(field, changes, edit)) throw new ApiError('legacy_custom_validation_conflict');
  }

  private async countRevision(form: FormEntity): Promise<void> {
    Object.assign(form, nextRevision(form, this.clock.now()));
    await this.fields.saveRevision(form);
  }
}

const TOO_MANY = { path: 'name', message: `a form can have at most ${MAX_FIELDS_PER_FORM} fields` };

function refuseTakenName(name: string, others: FieldEntity[]): void {
  if (others.some((other) => other.name === name)) throw validationFailed([{ path: 'name', message: TAKEN_NAME }]);
}

/** The guard has seen the field, but only the lock holds off that it is deleted. */
function found(fields: FieldEntity[], fieldId: string): FieldEntity {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) throw notFound();
  return field;
}
