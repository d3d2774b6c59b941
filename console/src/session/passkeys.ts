import { directCall } from './console-calls';

/** The ways to sign in that this service offers. `passkeys_reason` says in words why there are no passkeys; null when there are. */
export interface Offers {
  mail: boolean;
  passkeys: boolean;
  passkeys_reason: string | null;
}

/** True for a browser of today that has passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** True if the browser offers passkeys below the input of an address. */
export const fillsInPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true;

interface GivenOptions<Options> {
  options: Options;
}

/** Makes a passkey with the options of the service. Throws the error of the browser when somebody changes their mind. */
export async function newPasskey({ options }: GivenOptions<PublicKeyCredentialCreationOptionsJSON>): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Asks for a passkey with options of the service, which it gives at `path`. */
export async function askForPasskey(path: string, others: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {}): Promise<object> {
  const { options } = await directCall<GivenOptions<PublicKeyCredentialRequestOptionsJSON>>('POST', path, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.get({ ...others, publicKey }));
}

const jsonOf = (credential: Credential | null): object => (credential as PublicKeyCredential).toJSON();

/** True for the error of a browser in which somebody has closed the question, or has no passkey that fits. */
export const isDeclined = (error: unknown): boolean => error instanceof DOMException && /^(NotAllowed|Abort)Error$/.test(error.name);

const OPTIONS_LAST_MS = 4 * 60_000; // a minute less than for the service

/** Lets the browser offer passkeys below the input of an address until the signal is aborted, and resolves with the chosen one. */
export async function filledInPasskey(path: string, signal: AbortSignal): Promise<object | null> {
  if (!(await fillsInPasskeys())) return null;
  while (!signal.aborted) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(OPTIONS_LAST_MS)]);
    try {
      return await askForPasskey(path, { mediation: 'conditional', signal: limit });
    } catch {
      if (!limit.aborted) return null; // the browser or the service refuses it, and the button says why
    }
  }
  return null;
}
