import type { Language } from '../forms/languages.types';
import type { MailLine, NoticeMail } from './mail-lines.rules';
import { factsOf, oneLine } from './notice-detail.rules';
import { NOTICE_TEXTS } from './notice-texts.rules';
import type { NoticeTexts } from './notice-texts.types';

export interface NoticeMailView {
  language: Language;
  subject: string;
  paragraphs: readonly NoticeParagraph[];
  /** The list in the console; null without a console. */
  url: string | null;
  texts: NoticeTexts;
}

interface NoticeParagraph {
  language: Language;
  /** The form or the account. */
  name: string;
  heading: string;
  /** Split, so that mail programs make no links of the origins in them. */
  sentences: readonly (readonly string[])[];
}

/** Each line is in the language of its form, and the rest in that of the first one. */
export function noticeMailView({ lines }: NoticeMail, consoleUrl: string | null): NoticeMailView {
  const paragraphs = lines.map(paragraphOf);
  const [{ language, heading, name }] = paragraphs as [NoticeParagraph];
  const texts = NOTICE_TEXTS[language];
  const subject = lines.length === 1 ? `${heading}: ${name}` : texts.many(lines.length);
  return { language, subject, paragraphs, url: consoleUrl === null ? null : `${consoleUrl}/attention`, texts };
}

function paragraphOf({ notice, phase }: MailLine): NoticeParagraph {
  const language = notice.language === null || notice.language === 'auto' ? 'en' : notice.language;
  const { kinds, over, account } = NOTICE_TEXTS[language];
  const { title, says, remedy } = kinds[notice.kind];
  const facts = factsOf(notice.detail);
  return {
    language,
    name: oneLine(notice.formName ?? account(notice.accountName)),
    heading: phase === 'over' ? `${over}: ${title}` : title,
    sentences: phase === 'over' ? [] : [says(facts), remedy(facts)].map((text) => text.split(/(?<=:\/\/)|(?<=\w)(?=\.\w)/)),
  };
}
