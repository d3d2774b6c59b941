/** The pages that may show the hosted page of a form in a frame: those of its allowed origins, or none. */
export const FRAME_SETTINGS = ['allowed_origins', 'none'] as const;

export type FrameSetting = (typeof FRAME_SETTINGS)[number];

/** The settings of a form with its defaults filled in. */
export interface FormSettings {
  page: PageSettings;
  notifications: NotificationSettings;
}

/** Texts that are null have a default in the language of the page. */
export interface PageSettings {
  /** Null for the name of the form. */
  title: string | null;
  intro: string | null;
  submitLabel: string | null;
  thanksTitle: string | null;
  thanksText: string | null;
  /**
   * The page to redirect visitors to after a submission, as long as the allowed origins admit it. Null for the page
   * that says thank you.
   */
  redirectUrl: string | null;
  language: LanguageSetting;
  /** `#rgb` or `#rrggbb`. */
  accentColor: string | null;
  frame: FrameSetting;
}

export interface NotificationSettings {
  /** Empty for the address of the account. */
  to: readonly string[];
  /** The field whose value becomes `Reply-To`, as long as it is a text field of the form. */
  replyToField: string | null;
}

/** Settings as clients send them and as the database stores them. A member that is absent or null has its default. */
export interface StoredSettings {
  page?: {
    title?: string | null;
    intro?: string | null;
    submit_label?: string | null;
    thanks_title?: string | null;
    thanks_text?: string | null;
    redirect_url?: string | null;
    language?: LanguageSetting | null;
    accent_color?: string | null;
    frame?: FrameSetting | null;
  };
  notifications?: { to?: string[] | null; reply_to_field?: string | null };
}

/** The languages of everything that visitors and the owners of forms read. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a form; `auto` follows the browser of each visitor. */
export const LANGUAGE_SETTINGS = ['auto', ...LANGUAGES] as const;

export type LanguageSetting = (typeof LANGUAGE_SETTINGS)[number];
