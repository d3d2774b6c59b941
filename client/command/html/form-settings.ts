import { normalizeOrigin, redirectTarget } from '../../../src/forms/origin.rules.js';
import { parseUrl } from '../../../src/platform/text/text.rules.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { plain } from '../plain.js';
import { ancestorsOf, attribute, type Element, hasAttribute } from './document.js';
import { isMadeByTemplate } from './field-names.js';
import { note, type Reading } from './form-controls.js';
import { isInside } from './page-forms.js';
import { type Page, resolved } from './read-page.js';

type Members = Pick<FormDefinition, 'allowed_origins' | 'settings'>;

/** The origins and settings of a form, as far as its page tells them. */
export function settingsOf(reading: Reading, page: Page, redirects: readonly string[], replyTo: string | null): Required<Members> {
  const address = addressOf(reading, page);
  const target = redirectOf(reading, address, redirects);
  const siteverify = captchaOf(reading);
  const own = originOf(address);
  const origins = [own, target?.origin].filter((origin) => origin !== undefined && origin !== null);
  tellOrigins(reading, own, target);
  return {
    allowed_origins: [...new Set(origins)],
    settings: {
      ...(target && { page: { redirect_url: target.href } }),
      ...(replyTo !== null && { notifications: { reply_to_field: replyTo } }),
      ...(siteverify && { spam: { siteverify } }),
    },
  };
}

/** The canonical address of the page, or the one from which it was read. */
function addressOf({ html }: Reading, { url }: Page): URL | null {
  const canonical = html.elements.find((each) => each.tagName === 'link' && /\bcanonical\b/i.test(attribute(each, 'rel') ?? ''));
  const address = parseUrl(canonical ? (attribute(canonical, 'href') ?? '') : '') ?? url;
  return address && /^https?:$/.test(address.protocol) ? address : null;
}

function originOf(address: URL | null): string | null {
  const normalized = normalizeOrigin(address?.origin ?? '');
  return 'origin' in normalized ? normalized.origin : null;
}

function tellOrigins(reading: Reading, own: string | null, target: URL | null): void {
  if (own) return;
  const { element } = reading.form;
  const list = target ? `has only ${target.origin}, to which visitors are taken` : 'is empty, so that any page may send';
  note(reading, element, `A file does not tell the address of its page: allowed_origins ${list}. Add the origins of your website.`);
}

/** The address after sending. One without a host is completed by the address of the page. */
function redirectOf(reading: Reading, base: URL | null, redirects: readonly string[]): URL | null {
  const { element } = reading.form;
  const attributes = ['data-redirect', 'redirect'].map((name) => attribute(element, name));
  const action = isNetlify(element) ? attribute(element, 'action') : null;
  const wanted = [...redirects, ...attributes, action].find((each) => each !== null && each !== '');
  if (!wanted) return null;
  const address = isMadeByTemplate(wanted) ? null : resolved(wanted, base);
  const target = address && redirectTarget(address.href);
  if (!target) note(reading, element, `Visitors were taken to ${plain(wanted)}. Put its whole address into settings.page.redirect_url.`);
  return target;
}

export const isNetlify = (form: Element): boolean => hasAttribute(form, 'netlify') || hasAttribute(form, 'data-netlify');

const WIDGETS = { 'cf-turnstile': 'turnstile', 'h-captcha': 'hcaptcha', 'g-recaptcha': 'recaptcha' } as const;

/** The widget of a provider in the form, or in a page in no form. Its check is off until the account has its secret. */
function captchaOf(reading: Reading): Record<string, unknown> | null {
  const { element: form } = reading.form;
  const isNear = (each: Element) => isInside(each, form) || ![...ancestorsOf(each)].some(({ tagName }) => tagName === 'form');
  const widgets = reading.html.elements.flatMap((each) => {
    const found = Object.entries(WIDGETS).find(([name]) => (attribute(each, 'class') ?? '').split(/\s+/).includes(name));
    return found && isNear(each) ? [{ widget: each, provider: found[1], key: attribute(each, 'data-sitekey') ?? '' }] : [];
  });
  const [first] = widgets;
  if (!first) return tellCaptchas(reading);
  const { widget, provider, key } = first;
  const siteKey = key === '' || isMadeByTemplate(key) ? null : key;
  note(
    reading,
    widget,
    `${provider} is checked once spam.siteverify has ${siteKey ? '' : 'site_key, '}secret_name and a level. Create a secret with its secret key first.`,
  );
  return { provider, level: 'off', ...(siteKey && { site_key: siteKey }) };
}

/** Captchas that another service checks, or that have no widget. */
function tellCaptchas(reading: Reading): null {
  const { form, html } = reading;
  const isOwn = (each: Element) => hasAttribute(each, 'data-netlify-recaptcha') || hasAttribute(each, 'data-captcha');
  const own = html.elements.find((each) => isOwn(each) && (each === form.element || isInside(each, form.element)));
  const script = html.elements.find(
    (each) => each.tagName === 'script' && /recaptcha\/(?:api|enterprise)\.js\?.*render=(?!explicit)/.test(attribute(each, 'src') ?? ''),
  );
  if (own)
    note(
      reading,
      own,
      'Its captcha is one of the other service. Use a widget with keys of your own, and spam.siteverify, or spam.proof_of_work.',
    );
  else if (script)
    note(reading, script, 'reCAPTCHA v3 has no widget and is not checked. Use v2, Turnstile or hCaptcha, or spam.proof_of_work.');
  return null;
}
