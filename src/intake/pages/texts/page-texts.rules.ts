import { ENGLISH } from './english.rules';
import { FRENCH } from './french.rules';
import { GERMAN } from './german.rules';
import type { Language } from './language.types';
import type { Message, MessageCode, MessageTexts } from './message.types';
import type { PageTexts } from './page-texts.types';
import { SPANISH } from './spanish.rules';

/** The catalogue of each language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** The sentence of a message in one language. */
export function messageText<Code extends MessageCode>(message: Message<Code>, texts: MessageTexts): string {
  const text: (message: Message<Code>) => string = texts[message.code];
  return text(message);
}
