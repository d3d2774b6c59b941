import { consoleCall } from './console-calls';
import { isDeclined, newPasskey } from './passkeys';

/** Makes a passkey for the person of the session. False when somebody changes their mind. */
export async function addPasskey(): Promise<boolean> {
  const given = await consoleCall<Parameters<typeof newPasskey>[0]>('POST', 'passkeys/options', {});
  try {
    await consoleCall('POST', 'passkeys', { response: await newPasskey(given) });
  } catch (error) {
    if (isDeclined(error)) return false;
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error('This device has a passkey for you already.', { cause: error });
    throw error;
  }
  return true;
}
