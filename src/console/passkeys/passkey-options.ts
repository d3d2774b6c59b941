import { Inject, Injectable } from '@nestjs/common';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { ApiError } from '../../api/errors/api-error';
import { type Config, CONFIG } from '../../platform/config/config';
import { CHALLENGE_SECONDS } from './passkey-challenges';
import type { StoredPasskey } from './passkey.types';
import { reasonAgainstPasskeys, relyingPartyOf } from './relying-party.rules';
import { ALGORITHMS, bytesOf, loadWebAuthn } from './web-authn';

type Known = Pick<StoredPasskey, 'credentialId' | 'transports'>;

/** The requests to browsers: to make a passkey, or to sign with one. */
@Injectable()
export class PasskeyOptions {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>) {}

  /** The host to which passkeys belong. */
  get host(): string {
    return relyingPartyOf(this.config.baseUrl).id;
  }

  /** Throws 409 where browsers offer no passkeys. */
  requireAvailable(): void {
    const reason = reasonAgainstPasskeys(this.config.baseUrl);
    if (reason !== null) throw new ApiError('passkeys_unavailable', { message: reason });
  }

  /** The options of `navigator.credentials.create`: a passkey that the browser finds without a name, and that asks who is there. */
  async toMake(
    challenge: string,
    user: { handle: Buffer; address: string; name: string },
    known: readonly Known[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await loadWebAuthn();
    return generateRegistrationOptions({
      rpName: this.host,
      rpID: this.host,
      challenge: bytesOf(challenge),
      userID: new Uint8Array(user.handle),
      userName: user.address,
      userDisplayName: user.name,
      timeout: CHALLENGE_SECONDS * 1000,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** The options of `navigator.credentials.get`. Without known passkeys the browser offers those that it has for this host. */
  async toSign(challenge: string, known: readonly Known[] = []): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    return generateAuthenticationOptions({
      rpID: this.host,
      challenge: bytesOf(challenge),
      allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
    });
  }
}
