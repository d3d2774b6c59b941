import { parseSecret } from '../api/auth/secret-format.rules';
import type { SettingError } from '../platform/config/config';

/**
 * The error of the setting `BOOTSTRAP_API_KEY`; null when it is absent or a well-formed key. It is checked at every start, even when no
 * key has to be created any more, since an operator who has set it relies on it.
 */
export const bootstrapKeyError = (text: string | null): SettingError | null =>
  text === null || parseSecret('fck', text) ? null : { setting: 'BOOTSTRAP_API_KEY', message: REMEDY };

const REMEDY = 'Set it to a well-formed API key; "npm run cli -- keys generate" makes one.';
