import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { FormResolver } from '../forms/form.resolver';
import { isId } from '../platform/ids.rules';
import type { NotificationEntity } from './notification.entity';
import { NotificationsRepository } from './notifications.repository';

/** Finds the notification of a submission, which has the id of the submission, below a visible form. */
@Injectable()
export class NotificationResolver extends ResourceResolver<NotificationEntity> {
  constructor(
    private readonly forms: FormResolver,
    private readonly notifications: NotificationsRepository,
  ) {
    super();
  }

  async find(caller: Caller, { form = '', notification = '' }: PathParameters): Promise<NotificationEntity | null> {
    if (!isId(notification)) return null;
    const visible = await this.forms.find(caller, { form });
    return visible && this.notifications.of(visible.id, notification);
  }

  idsOf({ formId, submissionId }: NotificationEntity): ResourceIds {
    return { formId, resourceId: submissionId };
  }
}
