import { Body, Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormPrecondition, FormResolver } from '../forms/form.resolver';
import { formEtag } from '../forms/form.rules';
import type { FieldError } from '../api/errors/api-error';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Errors, LockedResource, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import { CreateFieldDto, FieldDefinitionDto, UpdateFieldDto } from '../forms/definition/field-input.dto';
import { FieldUseView } from '../forms/definition/field-use.dto';
import { ChangedFieldView, FieldView } from '../forms/definition/field-view.dto';
import { FormsService } from '../forms/forms.service';
import type { Caller } from '../api/auth/caller';
import { FieldResolver } from './field.resolver';
import type { FieldOfForm } from './fields.repository';
import { FieldsService } from './fields.service';
import { ReorderFieldsDto } from './reorder-fields.dto';

const FieldId = ApiParam({
  name: 'field',
  description: 'The id of a field of the form.',
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' },
});

@FormIdParam
@ApiTags('Fields')
@Controller('v1/forms/:form/fields')
export class FieldsController {
  constructor(
    private readonly fields: FieldsService,
    private readonly forms: FormsService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listFields',
    summary: 'List the fields of a form in their order',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormResolver,
    ifNoneMatch: true,
    reply: { type: FieldView, isList: true, etag: true },
  })
  async list(@Resource(FormResolver) form: FormEntity): Promise<Reply<FieldView[]>> {
    const fields = await this.fields.list(form);
    return Reply.of(fields.map((field) => FieldView.from(field))).withEtag(formEtag(form));
  }

  @Post()
  @Operation({
    operationId: 'createField',
    summary: 'Add a field to a form',
    scope: 'forms:update',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'required',
    ifMatch: FormPrecondition,
    body: {
      type: CreateFieldDto,
      furtherErrors: true,
      example: { name: 'phone', label: 'Your phone number', type: 'string', required: false, validation: 'tel' },
    },
    reply: { type: FieldView, status: 201, etag: true, location: true },
  })
  async create(
    @LockedResource(FormPrecondition) form: FormEntity,
    @Body() body: CreateFieldDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<FieldView>> {
    const { form: edited, field } = await this.fields.create(form, FieldDefinitionDto.toDefinition(body), errors);
    return afterEdit(Reply.of(FieldView.from(field)), form, edited).withLocation(`/v1/forms/${form.id}/fields/${field.id}`);
  }

  @Put('reorder')
  @Operation({
    operationId: 'reorderFields',
    summary: 'Put the fields of a form in a new order',
    scope: 'forms:update',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: FormPrecondition,
    body: { type: ReorderFieldsDto, example: { order: [2, 1] } },
    reply: { type: FieldView, isList: true, etag: true },
    errors: ['invalid_field_order'],
  })
  async reorder(@LockedResource(FormPrecondition) form: FormEntity, @Body() body: ReorderFieldsDto): Promise<Reply<FieldView[]>> {
    const { form: edited, fields } = await this.fields.reorder(form, ReorderFieldsDto.idsOf(body));
    return afterEdit(Reply.of(fields.map((field) => FieldView.from(field))), form, edited);
  }

  @Get(':field')
  @FieldId
  @Operation({
    operationId: 'getField',
    summary: 'Get a field',
    description: 'The ETag is that of the form.',
    scope: 'forms:read',
    bucket: 'read',
    resource: FieldResolver,
    ifNoneMatch: true,
    reply: { type: FieldView, etag: true },
  })
  read(@Resource(FieldResolver) { field, formRevision }: FieldOfForm): Reply<FieldView> {
    return Reply.of(FieldView.from(field)).withEtag(formEtag({ id: field.formId, revision: formRevision }));
  }

  @Get(':field/uses')
  @FieldId
  @Operation({
    operationId: 'listFieldUses',
    summary: 'List the places that name a field or its options',
    description:
      'The steps of the draft and of the published version, and the settings, which a deletion of the field or a change of its options breaks.',
    scope: 'workflows:read',
    bucket: 'read',
    resource: FieldResolver,
    reply: { type: FieldUseView, isList: true },
  })
  async uses(@CurrentCaller() caller: Caller, @Resource(FieldResolver) { field }: FieldOfForm): Promise<FieldUseView[]> {
    const form = await this.forms.get(caller, field.formId);
    return form ? this.fields.usesOfField(form, field) : [];
  }

  @Patch(':field')
  @FieldId
  @Operation({
    operationId: 'updateField',
    summary: 'Update a field',
    description:
      'Where steps or settings compare with an option that this takes away, `warnings` name them, for keys with `workflows:read`.',
    scope: 'forms:update',
    bucket: 'write',
    resource: FieldResolver,
    ifMatch: FormPrecondition,
    body: { type: UpdateFieldDto, furtherErrors: true, example: { label: 'What is it about?' }, mergePatch: true },
    reply: { type: ChangedFieldView, etag: true },
    errors: ['field_contract_locked', 'legacy_custom_validation_conflict'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @LockedResource(FormPrecondition) form: FormEntity,
    @Resource(FieldResolver) { field: before }: FieldOfForm,
    @Body() body: UpdateFieldDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<ChangedFieldView>> {
    const { form: edited, field } = await this.fields.update(form, before.id, { ...body }, errors);
    const uses = caller.scopes.has('workflows:read') ? await this.fields.brokenUses(form, before, field) : [];
    return afterEdit(Reply.of(ChangedFieldView.with(field, uses)), form, edited);
  }

  @Delete(':field')
  @FieldId
  @Operation({
    operationId: 'deleteField',
    summary: 'Delete a field',
    scope: 'forms:update',
    bucket: 'destructive',
    resource: FieldResolver,
    ifMatch: FormPrecondition,
    reply: { type: null, etag: true },
  })
  async delete(
    @LockedResource(FormPrecondition) form: FormEntity,
    @Resource(FieldResolver) { field: { id } }: FieldOfForm,
  ): Promise<Reply> {
    const edited = await this.fields.delete(form, id);
    return afterEdit(Reply.deleted(), form, edited);
  }
}

const afterEdit = <Data>(reply: Reply<Data>, before: FormEntity, after: FormEntity): Reply<Data> =>
  reply.withEtag(formEtag(after)).withRevisions(before.revision, after.revision);
