import type { Request, Response } from 'express';
import { compressedFor } from '../../api/answer/compression';
import { TextWithGaps } from '../../api/answer/text-with-gaps';
import { type CompiledForm, pageRedirect } from '../compiled-form';
import { activeProvider } from '../spam/siteverify-providers.rules';
import { controlFieldsOf } from '../underscore-fields.rules';
import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import type { FilledPage } from './fresh-pages';
import type { Page, PolicyInput } from './page.types';
import { publicPath } from '../../platform/text/text.rules';
import { styleSheetAddress } from './style-sheet';
import { pageLanguage } from './form-page.rules';

/** Returns language and style sheet by the settings of the form; null stands for an unknown form. */
export function pageFor(form: CompiledForm | null, { headers }: Request, baseUrl: string): Page {
  const { language = 'auto', accent_color = null } = form?.settings.page ?? {};
  return {
    language: pageLanguage(language, headers['accept-language']),
    styleSheet: styleSheetAddress(baseUrl, accent_color),
    isFramed: headers['sec-fetch-dest'] === 'iframe',
  };
}

export function sendPage(response: Response, page: string | FilledPage, policy: PolicyInput): void {
  const { text, filling } = typeof page === 'string' ? { text: new TextWithGaps(page), filling: [] } : page;
  response.vary('Accept-Language'); // the language follows this header unless the form sets one
  response.setHeader('Content-Security-Policy', pagePolicy(policy, response.req.headers.host));
  response.setHeader('Permissions-Policy', WITHOUT_PASSKEYS);
  response.setHeader('Referrer-Policy', policy.referrer ?? 'same-origin');
  response.type('html');
  // Avoids `send`, which answers conditional requests with 304, although each page has a key of its own.
  if (response.req.method === 'POST') return void response.end(text.identity(filling)); // uncompressed, since submissions should stay cheap
  response.end(compressedFor(text, filling, response));
}

/** Passkeys of the console are of the same origin, and no script of a captcha provider may ask for one. */
const WITHOUT_PASSKEYS = 'publickey-credentials-create=(), publickey-credentials-get=()';

export const hostedPagePolicy = (form: CompiledForm | null, baseUrl: string): PolicyInput =>
  form
    ? {
        redirect: pageRedirect(form),
        frame: form.settings.page.frame,
        allowedOrigins: form.allowedOrigins,
        widgetSources: activeProvider(form.settings)?.sources ?? null,
        challenge: asksForProof(form) ? { host: new URL(baseUrl).host, path: challengePath(form.formId, baseUrl) } : null,
      }
    : WITHOUT_FORM;

/** Returns the policy of a refusal at the submit address. Pages of the form's origins may frame it, as a target of their form. */
export function refusalPolicy(form: CompiledForm | null, sent: SubmittedValues | null, baseUrl: string): PolicyInput {
  if (!form) return WITHOUT_FORM;
  const target = sent && controlFieldsOf(sent).redirect;
  const redirect = target === null ? null : form.origins.allowsRedirect(target);
  return { ...hostedPagePolicy(form, baseUrl), redirect, frame: 'allowed_origins' };
}

export const asksForProof = ({ settings }: CompiledForm): boolean => settings.spam.proof_of_work !== 'off';

export const challengePath = (formId: string, baseUrl: string): string => publicPath(baseUrl, `/api/v1/forms/${formId}/challenge`);

const WITHOUT_FORM: PolicyInput = { redirect: null, frame: 'none', allowedOrigins: [], widgetSources: null, challenge: null };

/**
 * Returns the Content-Security-Policy of a page, which allows no script and no inline style. The only external sources are a widget and the
 * solver of a challenge, if the form uses them. With a widget, whose script is foreign, the page may connect only to the challenge of the
 * service. Browsers also apply `form-action` to redirects after a submission, so the origin of the redirect is listed.
 * @param host the host of the request, which may differ from that of `BASE_URL`
 */
export function pagePolicy({ redirect, frame, allowedOrigins, widgetSources, challenge }: PolicyInput, host = ''): string {
  const { script = [], frame: frames = [], style = [], connect = [] } = widgetSources ?? {};
  const own = challenge ? ["'self'"] : [];
  const reached = challenge && widgetSources ? addressesOf(challenge, host) : own;
  return [
    "default-src 'none'",
    `script-src ${[...own, ...script].join(' ') || "'none'"}`,
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data:",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ...(reached.length + connect.length > 0 ? [`connect-src ${[...reached, ...connect].join(' ')}`] : []),
    `form-action 'self'${redirect ? ` ${redirect.origin}` : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${frame === 'none' ? "'none'" : ancestors(allowedOrigins)}`,
  ].join('; ');
}

/** A source without a scheme uses the scheme of the page. */
const addressesOf = ({ host, path }: NonNullable<PolicyInput['challenge']>, asked: string): string[] =>
  [...new Set([host, asked.toLowerCase()])].filter((each) => /^[a-z0-9.-]+(:\d+)?$/.test(each)).map((each) => `${each}${path}`);

/** Opaque origins and IPv6 addresses cannot be sources. A list that contains only such origins allows no page. */
function ancestors(origins: readonly string[]): string {
  if (origins.length === 0 || origins.includes('*')) return '*';
  const sources = origins.filter((origin) => /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.*:_-]+$/i.test(origin));
  return sources.length === 0 ? "'none'" : sources.join(' ');
}
