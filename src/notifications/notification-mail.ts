import { join } from 'node:path';
import { htmlTemplates, textTemplates } from '../platform/templates/file-templates';
import type { NotificationMail, NotificationMailModel } from './notification-mail.types';
import { notificationSubject, notificationView } from './notification-view.rules';

const folder = join(__dirname, 'templates');
const html = htmlTemplates(folder);
const text = textTemplates(folder);

/** Writes the mail about new submissions, as text and as HTML. */
export function writeNotification(model: NotificationMailModel): NotificationMail {
  const view = notificationView(model);
  return {
    subject: notificationSubject(view),
    text: text.render('notification-text', view),
    html: html.render('notification-html', view),
  };
}
