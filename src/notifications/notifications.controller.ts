import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import type { NotificationEntity } from './notification.entity';
import { DismissNotificationsDto, RetryNotificationsDto } from './notification-input.dto';
import { NotificationResolver } from './notification.resolver';
import { UnsentNotificationsService } from './unsent-notifications.service';
import { DismissedNotificationsView, RetriedNotificationsView, UnsentNotificationsView } from './notification-view.dto';

const NotificationId = ApiParam({
  name: 'notification',
  description: 'The id of the submission that the notification is about.',
  type: 'string',
  format: 'uuid',
});

@ApiTags('Notifications')
@Controller('v1/notifications')
export class UnsentNotificationsController {
  constructor(private readonly notifications: UnsentNotificationsService) {}

  @Get('unsent')
  @Operation({
    operationId: 'listUnsentNotifications',
    summary: 'List the mails to owners that were not sent, by form and reason',
    description:
      'Of forms that notify, and of submissions of the last 30 days: at most 100 entries, the newest first. Once their cause is mended, `retryNotifications` sends them; `dismissNotifications` takes them off the list.',
    scope: 'submissions:read',
    bucket: 'read',
    ifNoneMatch: true,
    reply: { type: UnsentNotificationsView, isList: true, page: 'none', etag: 'digest' },
  })
  async list(@CurrentCaller() caller: Caller): Promise<UnsentNotificationsView[]> {
    return (await this.notifications.list(caller)).map((row) => UnsentNotificationsView.from(row));
  }
}

@FormIdParam
@ApiTags('Notifications')
@Controller('v1/forms/:form/notifications')
export class NotificationsController {
  constructor(private readonly notifications: UnsentNotificationsService) {}

  @Post('retry')
  @Operation({
    operationId: 'retryNotifications',
    summary: 'Send again what was not sent of the mails about submissions of a form',
    description: 'At most a thousand at a time, as one mail. One that the mail server may have arrives twice then.',
    scope: 'submissions:update',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'optional',
    body: { type: RetryNotificationsDto, example: { error_code: 'smtp_not_configured' }, optional: true },
    reply: { type: RetriedNotificationsView, status: 202 },
  })
  async retryAll(@Resource(FormResolver) form: FormEntity, @Body() body?: RetryNotificationsDto): Promise<Reply<RetriedNotificationsView>> {
    const retried = await this.notifications.ofForm(form.id, body?.error_code);
    return Reply.of({ retried }).withCount(retried);
  }

  @Post('dismiss')
  @Operation({
    operationId: 'dismissNotifications',
    summary: 'Take mails about submissions of a form that were not sent off the list',
    description:
      'Nothing more has to be done about them: the list and `retryNotifications` leave them out. At most a thousand at a time. `retryNotification` still sends one of them.',
    scope: 'submissions:update',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'optional',
    body: { type: DismissNotificationsDto, example: { error_code: 'smtp_not_configured' }, optional: true },
    reply: { type: DismissedNotificationsView },
  })
  async dismiss(
    @Resource(FormResolver) form: FormEntity,
    @Body() body?: DismissNotificationsDto,
  ): Promise<Reply<DismissedNotificationsView>> {
    const dismissed = await this.notifications.dismiss(form.id, body?.error_code);
    return Reply.of({ dismissed }).withCount(dismissed);
  }

  @Post(':notification/retry')
  @NotificationId
  @Operation({
    operationId: 'retryNotification',
    summary: 'Send again the mail about one submission that was not sent',
    description: 'One that the mail server may have arrives twice then.',
    scope: 'submissions:update',
    bucket: 'write',
    resource: NotificationResolver,
    idempotencyKey: 'optional',
    reply: { type: RetriedNotificationsView, status: 202 },
    errors: ['notification_not_retryable'],
  })
  async retry(@Resource(NotificationResolver) notification: NotificationEntity): Promise<RetriedNotificationsView> {
    return { retried: await this.notifications.ofSubmission(notification) };
  }
}
