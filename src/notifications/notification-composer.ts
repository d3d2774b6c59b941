import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { FormSettings } from '../forms/settings/form-settings.dto';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Sealer } from '../platform/crypto/sealer';
import type { Mail } from '../platform/mail/mail.types';
import { mailAddressOf } from '../platform/mail/mail-address.rules';
import { DELIVERED_LINK_SECONDS, FILE_LINKS, fileLink } from '../files/file-link.rules';
import { htmlTemplates, textTemplates } from '../platform/templates/file-templates';
import type {
  ClaimedMail,
  NotificationMailModel,
  NotifiedForm,
  NotifiedSubmission,
  SubmissionRow,
  AnswerValue,
} from './notification.types';
import { NotificationsRepository } from './notifications.repository';
import { notificationSubject, notificationView } from './notification-view.rules';
import { isJsonObject } from '../platform/json/json.rules';

@Injectable()
export class NotificationComposer {
  private readonly sealer: Sealer;

  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly clock: Clock,
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'consoleUrl'>,
  ) {
    this.sealer = new Sealer(keys, FILE_LINKS);
  }

  /** Returns null when no recipient or none of the submissions is left. */
  async compose(claimed: ClaimedMail): Promise<Mail | null> {
    const form = await this.notifications.formOf(claimed.formId);
    if (!form) return null;
    const settings = settingsOf(form.settings);
    const to = recipientsOf(form, settings);
    const rows = to.length > 0 ? await this.notifications.submissionsOf(claimed) : [];
    if (rows.length === 0) return null;
    const held = await this.notifications.heldToTell(claimed);
    return { to, messageId: claimed.id, ...this.contentOf(claimed, form, { settings, rows, held }) };
  }

  private contentOf(
    { formId, claimed }: ClaimedMail,
    form: NotifiedForm,
    { settings, rows, held }: { settings: FormSettings; rows: readonly SubmissionRow[]; held: number },
  ): Pick<Mail, 'subject' | 'text' | 'html' | 'replyTo' | 'withoutReplyTo'> {
    const { language, time_zone: timeZone } = settings.page;
    const replyTo = claimed.length === 1 ? replyToOf(form, settings, rows[0]!) : null;
    const model: NotificationMailModel = {
      language: language === 'auto' ? 'en' : language,
      timeZone: timeZone ?? form.accountTimeZone,
      formName: form.name,
      count: claimed.length,
      held,
      submissions: rows.map((row) => this.submissionOf(formId, form, row)),
      replyTo,
      hasReplyTo: replyTo !== null,
    };
    const withoutReplyTo = () => writeNotification({ ...model, hasReplyTo: false });
    return { ...writeNotification(model), replyTo: replyTo ?? undefined, withoutReplyTo };
  }

  private submissionOf(formId: string, form: NotifiedForm, row: SubmissionRow): NotifiedSubmission {
    const { consoleUrl, baseUrl } = this.config;
    const linkOf = (id: string) => {
      const reference = { formId, submissionId: row.id, id };
      return fileLink(this.sealer, baseUrl, reference, this.clock.now(), DELIVERED_LINK_SECONDS).url;
    };
    return {
      receivedAt: row.receivedAt,
      answers: answersOf(form, row),
      others: Object.entries(row.otherValues ?? {}).map(([name, value]) => ({ label: name, value: answerOf(value) })),
      dropped: row.otherValuesDropped ?? [],
      files: row.files.map(({ id, field, name, sizeBytes }) => ({ label: labelOf(form, field), name, sizeBytes, url: linkOf(id) })),
      url: consoleUrl === null ? null : `${consoleUrl}/forms/${formId}/submissions/${row.id}`,
    };
  }
}

const folder = join(__dirname, 'templates');
const html = htmlTemplates(folder);
const text = textTemplates(folder);

export function writeNotification(model: NotificationMailModel): Required<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const view = notificationView(model);
  return { subject: notificationSubject(view), text: text.render('notification-text', view), html: html.render('notification-html', view) };
}

/** Returns no recipients when notifications are off or no address is set. */
function recipientsOf({ isEnabled, accountEmail }: NotifiedForm, { notifications }: FormSettings): readonly string[] {
  if (!isEnabled) return [];
  if (notifications.to.length > 0) return notifications.to;
  return accountEmail === null ? [] : [accountEmail];
}

/** Returns the address in the field that the settings name. */
function replyToOf({ fields }: NotifiedForm, { notifications }: FormSettings, submission: SubmissionRow): string | null {
  const isUsable = fields.some(({ name, type }) => name === notifications.reply_to_field && type === 'string');
  const value = isUsable ? submission.fields[notifications.reply_to_field!] : null;
  return typeof value === 'string' ? (mailAddressOf(value)?.text ?? null) : null;
}

/** Returns all fields in the order of the form, then values under other names, which forms without validation have. */
function answersOf({ fields }: NotifiedForm, submission: SubmissionRow): NotifiedSubmission['answers'] {
  const values = new Map(Object.entries(submission.fields));
  const shown = fields.filter(({ type }) => type !== 'file');
  const names = new Set(shown.map(({ name }) => name));
  const others = [...values.keys()].filter((name) => !names.has(name)).map((name) => ({ name, label: null }));
  return [...shown, ...others].map(({ name, label }) => ({ name, label: label ?? name, value: answerOf(values.get(name)) }));
}

const labelOf = ({ fields }: NotifiedForm, name: string): string => fields.find((field) => field.name === name)?.label ?? name;

function answerOf(value: unknown): AnswerValue | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(textOf);
  return isJsonObject(value) ? JSON.stringify(value) : (value as AnswerValue);
}

const textOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item));
