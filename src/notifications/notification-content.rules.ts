import type { FormSettings } from '../forms/settings/form-settings.dto';
import { isJsonObject } from '../platform/json/json.rules';
import type { AnswerValue, NotifiedForm, NotifiedSubmission, SubmissionRow } from './notification.types';

/** The recipients; none when notifications are off or no address is set. */
export function recipientsOf({ isEnabled, accountEmail }: NotifiedForm, { notifications }: FormSettings): readonly string[] {
  if (!isEnabled) return [];
  if (notifications.to.length > 0) return notifications.to;
  return accountEmail === null ? [] : [accountEmail];
}

/** The value of the field that the settings name. The mailer checks that it is a single address. */
export function replyToOf({ fields }: NotifiedForm, { notifications }: FormSettings, submission: SubmissionRow): string | null {
  const isUsable = fields.some(({ name, type }) => name === notifications.reply_to_field && type === 'string');
  const value = isUsable ? submission.fields[notifications.reply_to_field!] : null;
  return typeof value === 'string' ? value.trim() : null;
}

/** Every field in the order of the form, then values under other names, as forms without validation have them. */
export function answersOf({ fields }: NotifiedForm, submission: SubmissionRow): NotifiedSubmission['answers'] {
  const values = new Map(Object.entries(submission.fields));
  const shown = fields.filter(({ type }) => type !== 'file');
  const names = new Set(shown.map(({ name }) => name));
  const others = [...values.keys()].filter((name) => !names.has(name)).map((name) => ({ name, label: null }));
  return [...shown, ...others].map(({ name, label }) => ({ label: label ?? name, value: answerOf(values.get(name)) }));
}

function answerOf(value: unknown): AnswerValue | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(textOf);
  return isJsonObject(value) ? JSON.stringify(value) : (value as AnswerValue);
}

const textOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item));
