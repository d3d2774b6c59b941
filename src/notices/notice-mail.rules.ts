import type { Language, LanguageSetting } from '../forms/languages.types';
import type { Mail } from '../platform/mail/mail.types';
import type { MailLine, NoticeMail } from './mail-lines.rules';
import { factsOf, oneLine } from './notice-detail.rules';
import { NOTICE_TEXTS } from './notice-texts.rules';

/** Plain text, in which no origin is a link. Each line is in the language of its form, and the rest in that of the first one. */
export function noticeMailContent({ lines }: NoticeMail, consoleUrl: string | null): Required<Pick<Mail, 'subject' | 'text'>> {
  const [first] = lines as [MailLine];
  const texts = NOTICE_TEXTS[languageOf(first)];
  const links = consoleUrl === null ? [] : [`${texts.seeAll}: ${consoleUrl}/attention`];
  return {
    subject: lines.length === 1 ? oneLine(`${headingOf(first)}: ${nameOf(first)}`) : texts.many(lines.length),
    text: [...lines.map(paragraphOf), ['----------------------------------------', ...links, texts.reason].join('\n')].join('\n\n'),
  };
}

const languageOf = ({ notice: { language } }: MailLine): Language => LANGUAGES[language ?? 'auto'];

const LANGUAGES: Readonly<Record<LanguageSetting, Language>> = { auto: 'en', en: 'en', de: 'de', fr: 'fr', es: 'es' };

function paragraphOf(line: MailLine): string {
  const heading = `${nameOf(line)}\n${headingOf(line)}`;
  if (line.phase === 'over') return heading;
  const { says, remedy } = NOTICE_TEXTS[languageOf(line)].kinds[line.notice.kind];
  const facts = factsOf(line.notice.detail);
  return `${heading}\n${says(facts)}\n${remedy(facts)}`;
}

const nameOf = (line: MailLine): string =>
  oneLine(line.notice.formName ?? NOTICE_TEXTS[languageOf(line)].account(line.notice.accountName));

function headingOf(line: MailLine): string {
  const { over, kinds } = NOTICE_TEXTS[languageOf(line)];
  const { title } = kinds[line.notice.kind];
  return line.phase === 'over' ? `${over}: ${title}` : title;
}
