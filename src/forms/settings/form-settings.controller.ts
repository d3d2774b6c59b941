import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import type { FieldError } from '../../api/errors/api-error';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller, Errors, LockedResource, Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../form.entity';
import { FormIdParam, FormPrecondition, FormResolver } from '../form.resolver';
import { formEtag } from '../form.rules';
import { FormSettingsView, UpdateFormSettingsDto } from './form-settings.dto';
import { settingsOf } from './form-settings.rules';
import { FormSettingsService } from './form-settings.service';

@ApiTags('Forms')
@Controller('v1/forms/:form/settings')
export class FormSettingsController {
  constructor(private readonly settings: FormSettingsService) {}

  @Get()
  @FormIdParam
  @Operation({
    operationId: 'getFormSettings',
    summary: 'Get the settings of a form',
    description:
      'The settings of its hosted page, its mails, its checks of spam, its limits and its retention. The `ETag` is that of the form.',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormResolver,
    reply: { type: FormSettingsView, etag: true },
  })
  read(@Resource(FormResolver) form: FormEntity): Promise<Reply<FormSettingsView>> {
    return this.reply(form);
  }

  @Patch()
  @FormIdParam
  @Operation({
    operationId: 'updateFormSettings',
    summary: 'Update the settings of a form',
    description:
      'A merge patch: sections and members that are left out stay as they are, and null for a member sets its default. An edit counts as a revision of the form.',
    scope: 'forms:update',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: FormPrecondition,
    body: {
      type: UpdateFormSettingsDto,
      furtherErrors: true,
      example: { page: { title: 'Write to us', accent_color: '#0b6e4f' }, notifications: { to: ['office@example.com'] } },
      mergePatch: true,
    },
    reply: { type: FormSettingsView, etag: true },
  })
  async update(
    @CurrentCaller() caller: Caller,
    @LockedResource(FormPrecondition) form: FormEntity,
    @Body() body: UpdateFormSettingsDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<FormSettingsView>> {
    const updated = await this.settings.update(caller, form, body, errors);
    return (await this.reply(updated)).withRevisions(form.revision, updated.revision);
  }

  private async reply(form: FormEntity): Promise<Reply<FormSettingsView>> {
    const state = await this.settings.stateOf(form);
    return Reply.of(FormSettingsView.from(settingsOf(form.settings), state)).withEtag(formEtag(form));
  }
}
