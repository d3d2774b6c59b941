/** The languages of all that visitors and the owners of forms read. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a form; `auto` follows the browser of each visitor. */
export const LANGUAGE_SETTINGS = ['auto', ...LANGUAGES] as const;

export type LanguageSetting = (typeof LANGUAGE_SETTINGS)[number];
