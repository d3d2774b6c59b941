import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import type { FormSettings } from '../../forms/settings/form-settings.dto';
import { SITEVERIFY_URLS } from '../../forms/settings/siteverify-settings.rules';
import type { SiteverifyProvider } from '../../forms/settings/spam-settings.dto';
import { isJsonObject } from '../../platform/json/json.rules';

/** `unavailable`: the provider's response is unintelligible, or reports an error in the request of the service. */
export type ProviderAnswer = 'passed' | 'failed' | 'unavailable';

interface Provider {
  url: string;
  /** The name under which the widget sends its token. */
  control: string;
  aliases: readonly string[];
  widgetClass: string;
  script: (language: string) => string;
  sources: WidgetSources;
}

/** The sources of a widget, by directive of the Content-Security-Policy. */
export type WidgetSources = Readonly<Record<'script' | 'frame' | 'style' | 'connect', readonly string[]>>;

const TURNSTILE_SOURCES = ['https://challenges.cloudflare.com'];
const HCAPTCHA_SOURCES = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

export const PROVIDERS: Readonly<Record<SiteverifyProvider, Provider>> = {
  turnstile: {
    url: SITEVERIFY_URLS.turnstile,
    control: 'cf-turnstile-response',
    aliases: [],
    widgetClass: 'cf-turnstile',
    script: () => 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    sources: { script: TURNSTILE_SOURCES, frame: TURNSTILE_SOURCES, style: [], connect: [] },
  },
  hcaptcha: {
    url: SITEVERIFY_URLS.hcaptcha,
    control: 'h-captcha-response',
    aliases: ['g-recaptcha-response'], // for pages that were made for reCAPTCHA
    widgetClass: 'h-captcha',
    script: (language) => `https://js.hcaptcha.com/1/api.js?hl=${language}`,
    sources: { script: HCAPTCHA_SOURCES, frame: HCAPTCHA_SOURCES, style: HCAPTCHA_SOURCES, connect: HCAPTCHA_SOURCES },
  },
  recaptcha: {
    url: SITEVERIFY_URLS.recaptcha,
    control: 'g-recaptcha-response',
    aliases: [],
    widgetClass: 'g-recaptcha',
    script: (language) => `https://www.google.com/recaptcha/api.js?hl=${language}`,
    sources: {
      script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      style: [],
      connect: ['https://www.google.com/recaptcha/'],
    },
  },
};

/** Returns the provider whose widget the form uses; null while the check is off. */
export function activeProvider({ spam: { siteverify } }: FormSettings): Provider | null {
  return siteverify.level === 'off' || siteverify.provider === null ? null : PROVIDERS[siteverify.provider];
}

/** Reads a response, whose format all providers share. Errors in the request of the service do not concern the visitor. */
export function answerOf(status: number, body: Buffer | undefined): ProviderAnswer {
  const answer = status === 200 && body ? jsonOf(body) : null;
  if (!isJsonObject(answer)) return 'unavailable';
  if (answer.success === true) return 'passed';
  if (answer.success !== false) return 'unavailable';
  const codes: unknown = answer['error-codes'];
  return Array.isArray(codes) && codes.some((code) => OUR_ERRORS.has(code)) ? 'unavailable' : 'failed';
}

const OUR_ERRORS: ReadonlySet<unknown> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-passcode',
  'internal-error',
]);

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return null;
  }
}

/** Separates the token of the form's provider, which is a control field, from the values. */
export function withoutToken(sent: SubmittedValues, settings: FormSettings): { fields: SubmittedValues; token: string | null } {
  const provider = activeProvider(settings);
  if (!provider) return { fields: sent, token: null };
  const { control, aliases } = provider;
  const names = new Set([control, ...aliases]);
  if (sent.encoding === 'json') {
    const values = Object.fromEntries(Object.entries(sent.values).filter(([name]) => !names.has(name)));
    const token = Object.hasOwn(sent.values, control) ? sent.values[control] : null;
    return { fields: { ...sent, values }, token: typeof token === 'string' && token !== '' ? token : null };
  }
  const { texts, lists } = sent.form;
  const form = {
    texts: new Map([...texts].filter(([name]) => !names.has(name))),
    lists: new Set([...lists].filter((name) => !names.has(name))),
  };
  return { fields: { ...sent, form }, token: texts.get(control)?.find((text) => text !== '') ?? null };
}
