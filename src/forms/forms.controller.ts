import { Body, Controller, Delete, Get, Inject, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { type FieldError, refuseErrors } from '../api/errors/api-error';
import { type Config, CONFIG } from '../platform/config/config';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Errors, LockedResource, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import { wireOf } from '../platform/text/wire.rules';
import type { FormEntity } from './form.entity';
import { FormId, FormPrecondition, FormResolver, FormWithFieldsResolver } from './form.resolver';
import { CreateFormDto, ListFormsDto, UpdateFormDto } from './form-input.dto';
import { FormDeletionService } from './form-deletion.service';
import { formEtag } from './form.rules';
import { CreatedFormView, FormView, ListedFormView, UpdatedFormView } from './form-view.dto';
import type { CountedForm, FormWithFields } from './forms.repository';
import { FormsService } from './forms.service';

@ApiTags('Forms')
@Controller('v1/forms')
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly deletion: FormDeletionService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    operationId: 'listForms',
    summary: 'List forms, newest first',
    scope: 'forms:read',
    bucket: 'read',
    query: ListFormsDto,
    reply: { type: ListedFormView, isList: true, page: 'linked' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListFormsDto): Promise<Reply<FormView[]>> {
    const filter = ListFormsDto.toFilter(query);
    const page = await this.forms.list(caller, filter, query);
    const meta = { path: `${this.config.baseUrl}/v1/forms`, ...wireOf(page, 'perPage', 'nextCursor', 'prevCursor') };
    return Reply.of(page.rows.map((form) => this.view(form))).withPage(meta, { first: null, last: null });
  }

  @Post()
  @Operation({
    operationId: 'createForm',
    summary: 'Create a form',
    description:
      'The form is disabled at first: add its fields, then enable it. List the origins of the pages that submit to it in `allowed_origins`; the empty list of the example allows all. `submission_token` is shown only in this answer.',
    scope: 'forms:create',
    bucket: 'write',
    idempotencyKey: 'required',
    body: {
      type: CreateFormDto,
      furtherErrors: true,
      example: {
        name: 'Contact',
        allowed_origins: [],
        validate_fields: true,
        notifications_enabled: false,
        fields: [{ name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' }],
      },
    },
    reply: { type: CreatedFormView, status: 201, etag: true, created: FormPrecondition, location: true },
    errors: ['form_quota_exceeded'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateFormDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<CreatedFormView>> {
    refuseErrors(errors, this.forms.errorsIn(CreateFormDto.typesAndOptions(body)));
    const { form, fields, submissionToken } = await this.forms.create(caller, CreateFormDto.toNewForm(body));
    const endpointUrl = this.forms.endpointUrl(form.id);
    const counts = { ...NO_SUBMISSIONS, fieldCount: fields.length, limits: { ...NO_LIMITS, now: form.createdAt } };
    const view = FormView.from(form, counts, fields, endpointUrl);
    return Reply.of({ ...view, submission_endpoint: endpointUrl, submission_token: submissionToken })
      .withSecrets('submission_token')
      .withEtag(formEtag(form))
      .withLocation(`/v1/forms/${form.id}`);
  }

  @Get(':id')
  @FormId
  @Operation({
    operationId: 'getForm',
    summary: 'Get a form with its fields',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormWithFieldsResolver,
    reply: { type: FormView, etag: true },
  })
  read(@Resource(FormWithFieldsResolver) form: FormWithFields): Reply<FormView> {
    const view = FormView.from(form, form.counts, form.fields, this.forms.endpointUrl(form.id));
    return Reply.of(view).withEtag(formEtag(form));
  }

  @Patch(':id')
  @FormId
  @Operation({
    operationId: 'updateForm',
    summary: 'Update a form, or enable or disable it',
    description:
      'The answer has `warnings` when `allowed_origins` shuts out origins that sent submissions in the last 30 days. The change is made all the same: `testFormOrigins` asks before.',
    scope: 'forms:update',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: FormPrecondition,
    body: { type: UpdateFormDto, example: { status: 'enabled' }, mergePatch: true },
    reply: { type: UpdatedFormView, etag: true },
  })
  async update(@LockedResource(FormPrecondition) form: FormEntity, @Body() body: UpdateFormDto): Promise<Reply<UpdatedFormView>> {
    const updated = await this.forms.update(form, UpdateFormDto.toChanges(body));
    const warnings = await this.forms.warningsOf(form, updated);
    return Reply.of({ ...this.view(updated), ...(warnings.length > 0 && { warnings }) })
      .withEtag(formEtag(updated))
      .withRevisions(form.revision, updated.revision);
  }

  @Delete(':id')
  @FormId
  @Operation({
    operationId: 'deleteForm',
    summary: 'Delete a form with all its fields and submissions',
    scope: 'forms:delete',
    bucket: 'destructive',
    freshProof: true,
    resource: FormResolver,
    ifMatch: FormPrecondition,
    reply: { type: null },
  })
  async delete(@LockedResource(FormPrecondition) form: FormEntity): Promise<Reply> {
    await this.deletion.delete(form);
    return Reply.deleted().withRevisions(form.revision, null);
  }

  private view(form: CountedForm): FormView {
    return FormView.from(form, form.counts, [], this.forms.endpointUrl(form.id));
  }
}

const NO_LIMITS = { isSuspended: false, isQuotaReached: false, isStorageFull: false };
const NO_SUBMISSIONS = { submissionsCount: 0, unreadCount: 0, latestSubmissionAt: null, storedBytes: 0 };
