import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormId, FormOnPath, GuardedForm } from '../forms/form-on-path';
import { formEtag } from '../forms/form.rules';
import { ApiOperation } from '../platform/http/operation';
import { Locked, OnPath } from '../platform/http/parameters';
import { Reply } from '../platform/http/reply';
import { CreateFieldDto, FieldDefinitionDto, UpdateFieldDto } from './field-input.dto';
import { FieldOnPath } from './field-on-path';
import { FieldView } from './field-view.dto';
import { FieldsService } from './fields.service';
import { ReorderFieldsDto } from './reorder-fields.dto';

const FieldId = ApiParam({ name: 'field', description: 'The id of a field of the form.' });

@FormId
@ApiTags('Fields')
@Controller('v1/forms/:form/fields')
export class FieldsController {
  constructor(private readonly fields: FieldsService) {}

  @Get()
  @ApiOperation({
    summary: 'List the fields of a form in their order',
    scope: 'forms:read',
    bucket: 'read',
    on: FormOnPath,
    ifNoneMatch: true,
    reply: { type: FieldView, isList: true, etag: true },
  })
  async list(@OnPath() form: FormEntity): Promise<Reply<FieldView[]>> {
    const fields = await this.fields.list(form);
    return Reply.of(fields.map((field) => FieldView.from(field))).withEtag(formEtag(form));
  }

  @Post()
  @ApiOperation({
    summary: 'Add a field to a form',
    scope: 'forms:update',
    bucket: 'write',
    on: FormOnPath,
    isIdempotent: true,
    ifMatch: GuardedForm,
    body: {
      type: CreateFieldDto,
      example: { name: 'message', label: 'Your message', type: 'string', required: true },
    },
    reply: { type: FieldView, status: 201, etag: true, location: true },
  })
  async create(@Locked() form: FormEntity, @Body() body: CreateFieldDto): Promise<Reply<FieldView>> {
    const field = await this.fields.create(form, FieldDefinitionDto.toDefinition(body));
    return Reply.of(FieldView.from(field))
      .withEtag(formEtag(form))
      .withLocation(`/v1/forms/${form.id}/fields/${field.id}`);
  }

  @Put('reorder')
  @ApiOperation({
    summary: 'Put the fields of a form in a new order',
    scope: 'forms:update',
    bucket: 'write',
    on: FormOnPath,
    ifMatch: GuardedForm,
    body: { type: ReorderFieldsDto, example: { order: [2, 1] } },
    reply: { type: FieldView, isList: true, etag: true },
    errors: ['invalid_field_order'],
  })
  async reorder(@Locked() form: FormEntity, @Body() body: ReorderFieldsDto): Promise<Reply<FieldView[]>> {
    const fields = await this.fields.reorder(form, ReorderFieldsDto.idsOf(body));
    return Reply.of(fields.map((field) => FieldView.from(field))).withEtag(formEtag(form));
  }

  @Patch(':field')
  @FieldId
  @ApiOperation({
    summary: 'Update a field',
    scope: 'forms:update',
    bucket: 'write',
    on: FieldOnPath,
    ifMatch: GuardedForm,
    body: { type: UpdateFieldDto, example: { label: 'What is it about?' }, mergePatch: true },
    reply: { type: FieldView, etag: true },
    errors: ['field_contract_locked', 'legacy_custom_validation_conflict'],
  })
  async update(
    @Locked() form: FormEntity,
    @Param('field') fieldId: string,
    @Body() body: UpdateFieldDto,
  ): Promise<Reply<FieldView>> {
    const field = await this.fields.update(form, fieldId, { ...body });
    return Reply.of(FieldView.from(field)).withEtag(formEtag(form));
  }

  @Delete(':field')
  @FieldId
  @ApiOperation({
    summary: 'Delete a field',
    scope: 'forms:update',
    bucket: 'destructive',
    on: FieldOnPath,
    ifMatch: GuardedForm,
    reply: { type: null, etag: true },
  })
  async delete(@Locked() form: FormEntity, @Param('field') fieldId: string): Promise<Reply> {
    await this.fields.delete(form, fieldId);
    return Reply.deleted().withEtag(formEtag(form));
  }
}
