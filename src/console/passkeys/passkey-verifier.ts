import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Config, CONFIG } from '../../platform/config/config';
import { isJsonObject } from '../../platform/json/json.rules';
import type { StoredPasskey } from './passkey.types';
import { relyingPartyOf } from './relying-party.rules';
import { ALGORITHMS, loadWebAuthn } from './web-authn';

/** A new passkey as its authenticator tells of it. */
export interface MadePasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** Verifies what browsers answer. The responses come from clients, and may be anything. */
@Injectable()
export class PasskeyVerifier {
  private readonly log = new Logger('Passkeys');

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>) {}

  /** The challenge that a response says it has signed; null for what is no response of a page of this origin alone. */
  challengeIn(response: unknown): string | null {
    const text = isJsonObject(response) && isJsonObject(response.response) ? response.response.clientDataJSON : null;
    if (typeof text !== 'string') return null;
    const client = parsed(Buffer.from(text, 'base64url').toString());
    const isOfPage = isJsonObject(client) && client.crossOrigin !== true && client.topOrigin === undefined;
    return isOfPage && typeof client.challenge === 'string' ? client.challenge : null;
  }

  /** Resolves with null unless the response holds a new passkey of this host that has seen who is there. */
  made(response: object, expectedChallenge: string): Promise<MadePasskey | null> {
    return this.unlessRefused(async () => {
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: await this.withoutAttestation(response as RegistrationResponseJSON),
        expectedChallenge,
        ...this.expected(),
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id.length > MAX_ID_LENGTH) return null;
      const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: TRANSPORTS.filter((one) => transports.includes(one)) };
    });
  }

  /** Resolves with the count of uses that the response tells, and with null unless the passkey has signed it at this host for who is there. */
  signed(response: object, expectedChallenge: string, { credentialId: id, publicKey }: StoredPasskey): Promise<number | null> {
    return this.unlessRefused(async () => {
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        ...this.expected(),
        credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 }, // the repository compares the count with the last one
      });
      return verified ? authenticationInfo.newCounter : null;
    });
  }

  /** Nothing is asked of the maker of a device, so its statement is not read: certificates in it could name addresses to connect to. */
  private async withoutAttestation(sent: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
    const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadWebAuthn();
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(sent.response.attestationObject)).get('authData');
    const members: [string, string | Uint8Array<ArrayBuffer> | Map<string, never>][] = [
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', authData],
    ];
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(new Map(members)));
    return { ...sent, response: { ...sent.response, attestationObject } };
  }

  private expected() {
    const { id, origin } = relyingPartyOf(this.config.baseUrl);
    return { expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
  }

  /** The library throws for whatever is wrong with a response, which comes from a client. */
  private async unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.log.debug({ err: error }, 'A response of a passkey was refused.');
      return null;
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
/** The 1,023 bytes that the protocol allows, in base64url. */
const MAX_ID_LENGTH = 1_364;
