/** The languages of the texts for visitors and for the owners of forms. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a form; `auto` follows the browser of each visitor. */
export const LANGUAGE_SETTINGS = ['auto', ...LANGUAGES] as const;

export type LanguageSetting = (typeof LANGUAGE_SETTINGS)[number];
