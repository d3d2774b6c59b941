import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FieldError } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import type { NewForm } from '../forms/form.rules';
import { type NewFields, type FormHook, FormHooks } from '../forms/form-hooks';
import { type Config, CONFIG } from '../platform/config/config';
import { newField } from './field-edit.rules';
import { FieldsRepository } from './fields.repository';
import { fileFieldErrors } from './file-options.rules';

/** The fields that a form is created with. */
@Injectable()
export class FieldsOfNewForm implements FormHook, OnModuleInit {
  constructor(
    private readonly hooks: FormHooks,
    private readonly fields: FieldsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  /** Not part of the DTO, since the limits are settings. */
  errorsIn(fields: NewFields): FieldError[] {
    const { uploads } = this.config;
    return fields.flatMap((field, index) => fileFieldErrors(field, uploads, `fields.${index}.options`));
  }

  async insertFor(form: FormEntity, { fields }: NewForm): Promise<void> {
    await this.fields.insert(fields.map((each, position) => newField(form.id, each, position, form.createdAt)));
  }
}
