import type { FieldError } from '../../api/errors/api-error';
import type { FormSettings, StoredSettings } from './form-settings.dto';

type Siteverify = FormSettings['spam']['siteverify'];
type Patch = NonNullable<StoredSettings['spam']>['siteverify'];

/**
 * The errors of a patch of the check by a provider: above the level `off` it needs its other members, and a secret that is named has to
 * be there.
 * @param patched the settings as they would be after it
 * @param secretNames the secrets of the account
 */
export function siteverifyErrors(patch: Patch, { level, ...others }: Siteverify, secretNames: readonly string[]): FieldError[] {
  if (!patch) return [];
  const { secret_name } = others;
  const lacking = level === 'off' ? [] : Object.entries(others).filter(([, value]) => value === null);
  const isSecretUsed = level !== 'off' || typeof patch.secret_name === 'string';
  const isSecretUnknown = isSecretUsed && secret_name !== null && !secretNames.includes(secret_name);
  return [
    ...lacking.map(([member]) => ({ path: `spam.siteverify.${member}`, message: NEEDED })),
    ...(isSecretUnknown ? [{ path: 'spam.siteverify.secret_name', message: UNKNOWN_SECRET }] : []),
  ];
}

/** The check cannot work any more since its secret was removed. */
export function siteverifyWarnings({ level, secret_name }: Siteverify, secretNames: readonly string[]): string[] {
  if (level === 'off' || secret_name === null || secretNames.includes(secret_name)) return [];
  return [level === 'observe' ? NOTHING_VERIFIED : ALL_HELD];
}

const NEEDED = 'must not be null while level is not off';
const UNKNOWN_SECRET = 'must be the name of a secret of the account, which an operator sets with the CLI';
const NOTHING_VERIFIED = 'spam.siteverify verifies nothing, since the account has no secret with the name in secret_name any more.';
const ALL_HELD =
  'spam.siteverify quarantines all submissions from pages, since the account has no secret with the name in secret_name any more.';
