import { join } from 'node:path';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { Mail } from '../platform/mail/mail.types';
import { htmlTemplates, textTemplates } from '../platform/templates/file-templates';
import { timeTextIn } from '../platform/text/time-text.rules';
import type { ConfirmationMail } from './confirmation-mail.types';
import { CONFIRMATION_MAIL_TEXTS } from './confirmation-texts.rules';

const folder = join(__dirname, 'templates');
const html = htmlTemplates(folder);
const text = textTemplates(folder);

type Content = Required<Pick<Mail, 'subject' | 'text' | 'html' | 'fromName'>>;

/** The content of a mail, which has no value of the visitor: anybody can enter anybody's address. */
export function confirmationMailContent(mail: ConfirmationMail, url: string): Content {
  const { page } = settingsOf(mail.settings);
  const { subject, question, button, heldUntil, notYou } = CONFIRMATION_MAIL_TEXTS[mail.language];
  const title = page.title ?? mail.formName;
  const deletedAt = new Date(mail.receivedAt.getTime() + UNCONFIRMED_DAYS * DAY_MS);
  const until = timeTextIn(deletedAt, mail.language, page.time_zone ?? mail.accountTimeZone);
  const view = {
    ...{ language: mail.language, subject, url, label: button },
    question: question(title),
    after: [...(mail.isUnconfirmed ? [heldUntil(until)] : []), notYou],
  };
  return { subject, fromName: title, text: text.render('confirmation-mail-text', view), html: html.render('confirmation-mail-html', view) };
}

/** The sweep of unconfirmed submissions deletes after as many days. */
const UNCONFIRMED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
