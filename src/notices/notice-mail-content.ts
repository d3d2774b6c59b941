import { join } from 'node:path';
import type { Mail } from '../platform/mail/mail.types';
import { htmlTemplates, textTemplates } from '../platform/templates/file-templates';
import type { NoticeMail } from './mail-lines.rules';
import { noticeMailView } from './notice-mail.rules';

const folder = join(__dirname, 'templates');
const html = htmlTemplates(folder);
const text = textTemplates(folder);

export function noticeMailContent(mail: NoticeMail, consoleUrl: string | null): Required<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const view = noticeMailView(mail, consoleUrl);
  return { subject: view.subject, text: text.render('notice-text', view), html: html.render('notice-html', view) };
}
