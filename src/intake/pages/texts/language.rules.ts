import Negotiator from 'negotiator';
import { LANGUAGES, type Language, type LanguageSetting } from './language.types';

/** The language to show a page in: the one of the form, or the one that `Accept-Language` prefers, or English. */
export function pageLanguage(setting: LanguageSetting, acceptLanguage: string | undefined): Language {
  if (setting !== 'auto') return setting;
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  return (negotiator.language(LANGUAGES) ?? 'en') as Language;
}
