import { sizeText } from '../platform/text/text.rules';
import { timeTextIn } from '../platform/text/time-text.rules';
import type { Language } from '../forms/languages.types';
import type { Answer, AnswerValue, NotificationMailModel, NotifiedSubmission } from './notification.types';
import { oneLine, subjectValues } from './notification-subject.rules';
import { NOTIFICATION_TEXTS, type NotificationTexts } from './notification-texts.rules';

export interface NotificationView {
  language: Language;
  formName: string;
  heading: string;
  /** The end of the subject; empty when there is none. */
  subjectValues: string;
  /** The preview that mail programs show after the subject. */
  preview: string;
  submissions: readonly MailedSubmission[];
  /** States how many submissions the mail does not show; null when it shows all. */
  more: string | null;
  /** States how many submissions are quarantined; null in most mails. */
  held: string | null;
  replyNote: string | null;
  reason: string;
  texts: NotificationTexts;
}

interface MailedSubmission {
  /** The position in a digest; null for a single submission. */
  position: string | null;
  received: string;
  /** The group without a heading has the fields of the form; a group with a heading has other values. */
  groups: readonly { heading: string | null; answers: readonly MailedAnswer[] }[];
  files: readonly { label: string; name: string; size: string; url: string }[];
  url: string | null;
}

interface MailedAnswer {
  label: string;
  lines: readonly string[];
  isEmpty: boolean;
}

export function notificationView(model: NotificationMailModel): NotificationView {
  const { language, timeZone, replyTo, hasReplyTo, count, held } = model;
  const formName = oneLine(model.formName);
  const texts = NOTIFICATION_TEXTS[language];
  const submissions = model.submissions.map((submission, index) => ({
    ...submissionView(submission, { language, timeZone }, texts),
    position: count === 1 ? null : texts.position(index + 1, count),
  }));
  return {
    ...{ language, formName, submissions, texts },
    heading: texts.heading(count),
    subjectValues: subjectValues(model.submissions),
    preview: previewOf(submissions[0]),
    more: count > submissions.length ? texts.more(count - submissions.length) : null,
    held: held > 0 ? texts.held(held) : null,
    replyNote: replyTo === null ? null : hasReplyTo ? texts.replyNote(replyTo) : texts.noReplyNote(replyTo),
    reason: texts.reason(formName),
  };
}

export const notificationSubject = ({ formName, heading, subjectValues: values }: NotificationView): string =>
  oneLine(`${heading}: ${formName}${values === '' ? '' : ` – ${values}`}`);

const PREVIEW_LENGTH = 120;

function submissionView(
  { receivedAt, answers, others, dropped, files, url }: NotifiedSubmission,
  { language, timeZone }: Pick<NotificationMailModel, 'language' | 'timeZone'>,
  texts: NotificationTexts,
): Omit<MailedSubmission, 'position'> {
  const mailed = ({ label, value }: Answer): MailedAnswer => {
    const lines = linesOf(value, language, texts);
    return { label: oneLine(label), lines: lines.length === 0 ? [texts.empty] : lines, isEmpty: lines.length === 0 };
  };
  return {
    received: texts.received(timeTextIn(receivedAt, language, timeZone, IN_24_HOURS)),
    groups: [
      { heading: null, answers: answers.map(mailed) },
      ...(others.length > 0 ? [{ heading: texts.others, answers: others.map(mailed) }] : []),
      ...(dropped.length > 0
        ? [{ heading: texts.dropped, answers: [mailed({ label: texts.droppedNames, value: droppedText(dropped) })] }]
        : []),
    ],
    files: files.map(({ label, name, sizeBytes, url: link }) => ({
      label: oneLine(label),
      name: oneLine(name),
      size: sizeText(sizeBytes, language),
      url: link,
    })),
    url,
  };
}

/** A form can have many names beyond the limits, of which a mail lists the first. */
function droppedText(names: readonly string[]): string[] {
  const listed = names.slice(0, MAX_DROPPED).map(oneLine);
  return [...listed, ...(names.length > MAX_DROPPED ? [`+ ${names.length - MAX_DROPPED}`] : [])];
}

const MAX_DROPPED = 20;

/** A mail may be read by people with other habits than those of its language. */
const IN_24_HOURS = { hour: '2-digit', hourCycle: 'h23' } as const;

function linesOf(value: AnswerValue | null, language: Language, texts: NotificationTexts): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'string') return value.split(/\r\n|\r|\n/);
  if (typeof value === 'boolean') return [value ? texts.yes : texts.no];
  if (typeof value === 'number') return [new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value)];
  return value;
}

function previewOf(submission: MailedSubmission | undefined): string {
  const answers = submission?.groups.flatMap((group) => group.answers) ?? [];
  const filled = answers.filter(({ isEmpty }) => !isEmpty);
  const text = filled.map(({ lines }) => lines.join(' ')).join(' · ');
  return [...text].slice(0, PREVIEW_LENGTH).join('');
}
