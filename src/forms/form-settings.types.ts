/** The pages that may show the hosted page of a form in a frame: those of its allowed origins, or none. */
export const FRAME_SETTINGS = ['allowed_origins', 'none'] as const;

export type FrameSetting = (typeof FRAME_SETTINGS)[number];

/** The settings of a form with its defaults filled in. */
export interface FormSettings {
  page: PageSettings;
  notifications: NotificationSettings;
  spam: SpamSettings;
  intake: IntakeSettings;
  retention: RetentionSettings;
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

/** What becomes of a submission that a check holds: nothing, accepted with the reason recorded, or quarantined. */
export const CHECK_LEVELS = ['off', 'observe', 'quarantine'] as const;
/** `drop`: answered like a stored submission, and not stored. */
export const HONEYPOT_LEVELS = [...CHECK_LEVELS, 'drop'] as const;
/** `require`: refused at the control, and not stored. `auto`: like `quarantine` while the form is attacked, else off. */
export const PROOF_LEVELS = [...CHECK_LEVELS, 'require', 'auto'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];
export type HoneypotLevel = (typeof HONEYPOT_LEVELS)[number];
export type ProofLevel = (typeof PROOF_LEVELS)[number];

/** `require`: refused at the control, and not stored. */
export const SITEVERIFY_LEVELS = [...CHECK_LEVELS, 'require'] as const;
export type SiteverifyLevel = (typeof SITEVERIFY_LEVELS)[number];
/** Services that tell people from programs by a widget in the page, whose token the service asks them about. */
export const SITEVERIFY_PROVIDERS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type SiteverifyProvider = (typeof SITEVERIFY_PROVIDERS)[number];

export interface SiteverifySettings {
  level: SiteverifyLevel;
  /** Like the two others never null above the level `off`. */
  provider: SiteverifyProvider | null;
  siteKey: string | null;
  /** The secret of the account that the provider knows. */
  secretName: string | null;
}

/** The checks of submissions that come without a token. */
export interface SpamSettings {
  honeypot: HoneypotLevel;
  tooFast: CheckLevel;
  minSeconds: number;
  links: CheckLevel;
  maxLinks: number;
  repeatedText: CheckLevel;
  proofOfWork: ProofLevel;
  siteverify: SiteverifySettings;
}

/** What becomes of a submission whose value under `uniqueBy` is taken: 409, answered like a stored one, or quarantined. */
export const DUPLICATE_ACTIONS = ['refuse', 'thank', 'quarantine'] as const;
export type DuplicateAction = (typeof DUPLICATE_ACTIONS)[number];

/** The limits within which a form accepts submissions. */
export interface IntakeSettings {
  /** The field of which no two accepted submissions have the same value. */
  uniqueBy: string | null;
  onDuplicate: DuplicateAction;
  maxSubmissions: number | null;
  /** By field, the number of accepted submissions that may choose an option. */
  places: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** To the second. */
  opensAt: Date | null;
  closesAt: Date | null;
}

/** For how long submissions are kept. */
export interface RetentionSettings {
  /** After they were received; null for ever. */
  days: number | null;
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
  spam?: {
    honeypot?: HoneypotLevel | null;
    too_fast?: CheckLevel | null;
    min_seconds?: number | null;
    links?: CheckLevel | null;
    max_links?: number | null;
    repeated_text?: CheckLevel | null;
    proof_of_work?: ProofLevel | null;
    siteverify?: {
      level?: SiteverifyLevel | null;
      provider?: SiteverifyProvider | null;
      site_key?: string | null;
      secret_name?: string | null;
    } | null;
  };
  intake?: {
    unique_by?: string | null;
    on_duplicate?: DuplicateAction | null;
    max_submissions?: number | null;
    /** In a patch null removes an option, or all of a field. */
    places?: Record<string, Record<string, number | null> | null> | null;
    /** RFC 3339 in UTC. */
    opens_at?: string | null;
    closes_at?: string | null;
  };
  retention?: { days?: number | null };
}

/** The languages of everything that visitors and the owners of forms read. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a form; `auto` follows the browser of each visitor. */
export const LANGUAGE_SETTINGS = ['auto', ...LANGUAGES] as const;

export type LanguageSetting = (typeof LANGUAGE_SETTINGS)[number];
