import type { FieldError } from '../../api/errors/api-error';
import { isAllowedHost } from '../../platform/outbound/allowed-hosts.rules';
import type { StoredSettings } from './form-settings.dto';
import type { SiteverifyProvider, SiteverifySettingsView } from './spam-settings.dto';

/** The addresses at which the providers verify the tokens of their widgets. */
export const SITEVERIFY_URLS: Readonly<Record<SiteverifyProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

export interface SiteverifyReferences {
  /** The allowed hosts of the account's secrets, by name; empty if the settings name no secret. */
  secrets: ReadonlyMap<string, readonly string[]>;
  /** The settings before the patch, for callers who may keep a secret without allowed hosts but not choose one. */
  bound?: SiteverifySettingsView;
}

type Patch = NonNullable<StoredSettings['spam']>['siteverify'];

/**
 * The errors of a patch of the check by a provider. Above the level `off` the check needs all other members, and its secret must exist and
 * be allowed for the host of the provider.
 * @param patched the settings after the patch
 */
export function siteverifyErrors(
  patch: Patch,
  { level, ...others }: SiteverifySettingsView,
  references: SiteverifyReferences,
): FieldError[] {
  if (!patch) return [];
  const lacking = level === 'off' ? [] : Object.entries(others).filter(([, value]) => value === null);
  const isUsed = level !== 'off' || typeof patch.secret_name === 'string';
  const message = secretMessage(others, isUsed, references);
  return [
    ...lacking.map(([member]) => ({ path: `spam.siteverify.${member}`, message: NEEDED })),
    ...(message === null ? [] : [{ path: SECRET_NAME, message }]),
  ];
}

type Named = Pick<SiteverifySettingsView, 'provider' | 'secret_name'>;

/** A disabled check may keep the name of a secret with which it could not be enabled. */
function secretMessage({ provider, secret_name: name }: Named, isUsed: boolean, { secrets, bound }: SiteverifyReferences): string | null {
  if (name === null) return null;
  const hosts = secrets.get(name);
  if (hosts?.length === 0) return bound && (bound.secret_name !== name || bound.provider !== provider) ? NO_HOSTS : null;
  if (!isUsed) return null;
  if (!hosts) return UNKNOWN_SECRET;
  return provider === null || isAllowedHost(SITEVERIFY_URLS[provider], hosts) ? null : OTHER_HOSTS;
}

/** The warnings about a check that fails because its secret was removed or is for other hosts. */
export function siteverifyWarnings(
  { level, provider, secret_name: name }: SiteverifySettingsView,
  { secrets }: SiteverifyReferences,
): FieldError[] {
  if (level === 'off' || name === null || provider === null) return [];
  const hosts = secrets.get(name);
  if (hosts && isAllowedHost(SITEVERIFY_URLS[provider], hosts)) return [];
  const effect = level === 'observe' ? 'nothing is checked' : 'all submissions from pages are quarantined';
  return [{ path: SECRET_NAME, message: `${hosts ? BARRED : GONE}, so that ${effect}.` }];
}

const SECRET_NAME = 'spam.siteverify.secret_name';
const NEEDED = 'is needed while the check is on';
const UNKNOWN_SECRET = 'must be the name of a secret of the account, which an operator sets with the CLI';
const OTHER_HOSTS = 'must be the name of a secret that the operator allows for the host of the provider';
const NO_HOSTS =
  'must be the name of a secret with allowed hosts, which an operator sets with the CLI; a key for selected forms may not begin to use another one';
const GONE = 'names a secret that the account does not have any more';
const BARRED = 'names a secret that must not be sent to the host of the provider';
