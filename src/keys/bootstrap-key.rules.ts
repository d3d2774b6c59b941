import { parseSecret } from '../api/auth/secret-format.rules';
import type { SettingError } from '../platform/config/config';

/**
 * What is wrong with the setting `BOOTSTRAP_API_KEY`; null when it is not set or can become a key. It matters also where no first key
 * is missing any more: whoever set it believes that it works.
 */
export const bootstrapKeyError = (text: string | null): SettingError | null =>
  text === null || parseSecret('fck', text) ? null : { setting: 'BOOTSTRAP_API_KEY', message: REMEDY };

const REMEDY = 'Set it to a well-formed API key; "npm run cli -- keys generate" makes one.';
