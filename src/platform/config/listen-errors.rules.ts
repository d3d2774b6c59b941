import type { SettingError } from './config';
import type { SettingName } from './settings';

/** The setting to change when a server cannot listen; null for an error that no setting mends. */
export function listenErrorOf(
  { code, port }: NodeJS.ErrnoException & { port?: number },
  setting: SettingName = 'PORT',
): SettingError | null {
  if (code === 'EADDRINUSE') return { setting, message: `Port ${port} is in use by another program. Set it to a free one.` };
  if (code === 'EACCES') return { setting, message: 'This user may not listen on that port. Set it to 1024 or above.' };
  return ADDRESS_ERRORS.includes(code ?? '') ? { setting: 'HOST', message: ADDRESS_REMEDY } : null;
}

const ADDRESS_ERRORS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENODATA', 'ENOTFOUND'];
const ADDRESS_REMEDY = 'It is not an address of this machine. Set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.';
