import Negotiator from 'negotiator';
import { type Language, LANGUAGES, type LanguageSetting } from '../../../forms/languages.types';
import type { Message, MessageCode, MessageTexts } from '../../../fields/values/message.types';
import { ENGLISH } from './english.rules';
import { FRENCH } from './french.rules';
import { GERMAN } from './german.rules';
import type { PageTexts } from './page-texts.types';
import { SPANISH } from './spanish.rules';

/** The catalogue of each language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** The sentence of a message in one language. */
export function messageText<Code extends MessageCode>(message: Message<Code>, texts: MessageTexts): string {
  const text: (message: Message<Code>) => string = texts[message.code];
  return text(message);
}

/** The language to show a page in: the one of the form, or the one that `Accept-Language` prefers, or English. */
export function pageLanguage(setting: LanguageSetting, acceptLanguage: string | undefined): Language {
  if (setting !== 'auto') return setting;
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  return (negotiator.language(LANGUAGES) ?? 'en') as Language;
}
