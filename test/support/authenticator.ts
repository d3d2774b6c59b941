import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sha256Of } from '../../src/platform/crypto/digests.rules';

/** The mistakes that a test has the browser or the authenticator make. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  crossOrigin?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
}

/** An authenticator in memory, with the browser around it. Its keys are of ES256, and it counts their uses. */
export class SoftAuthenticator {
  /** The options of the last call that made a passkey. */
  asked: PublicKeyCredentialCreationOptionsJSON | null = null;
  private readonly keys = new Map<string, { privateKey: KeyObject; userHandle: string; rpId: string }>();
  private counter = 0;

  constructor(
    private readonly origin: string,
    private readonly counts = true,
  ) {}

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(options: PublicKeyCredentialCreationOptionsJSON, wrong: Deviations = {}, id = randomBytes(16)): RegistrationResponseJSON {
    this.asked = options;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rpId = options.rp.id!;
    this.keys.set(id.toString('base64url'), { privateKey, userHandle: options.user.id, rpId });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const cose = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const authData = Buffer.concat([this.dataOf(wrong.rpId ?? rpId, wrong, HAS_KEY), Buffer.alloc(16), length, id, cose]);
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', NOTHING],
      ['authData', authData],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', wrong.challenge ?? options.challenge, wrong).toString('base64url');
    return {
      ...credential(id.toString('base64url')),
      response: { clientDataJSON, attestationObject: attestationObject.toString('base64url'), transports: ['internal'] },
    };
  }

  /** Signs with the first passkey that the options allow, as `navigator.credentials.get` does. */
  get({ challenge, allowCredentials, rpId }: PublicKeyCredentialRequestOptionsJSON, wrong: Deviations = {}): AuthenticationResponseJSON {
    const allowed = allowCredentials?.length ? allowCredentials.map(({ id }) => id) : [...this.keys.keys()];
    const id = allowed.find((one) => this.keys.has(one))!;
    const { privateKey, userHandle, rpId: own } = this.keys.get(id)!;
    if (this.counts) this.counter += 1;
    const authenticatorData = this.dataOf(wrong.rpId ?? rpId ?? own, wrong);
    const clientData = this.clientData('webauthn.get', wrong.challenge ?? challenge, wrong);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256Of(clientData)]), privateKey);
    return {
      ...credential(id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: wrong.userHandle ?? userHandle,
      },
    };
  }

  private dataOf(rpId: string, { isUserVerified = true, counter = this.counter }: Deviations, flags = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256Of(rpId), Buffer.from([USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | flags]), count]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin, crossOrigin = false }: Deviations): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }
}

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40] as const;

const credential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });

/** An empty map. */
const NOTHING = Symbol('nothing');

type CborValue = number | string | Buffer | typeof NOTHING;

/** A map in CBOR (RFC 8949), of at most 23 members. */
const cborMap = (members: [CborValue, CborValue][]): Buffer =>
  Buffer.concat([head(5, members.length), ...members.flat().map((value) => cborOf(value))]);

function cborOf(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return Buffer.isBuffer(value) ? Buffer.concat([head(2, value.length), value]) : head(5, 0);
}

const head = (type: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  return length < 256 ? Buffer.from([(type << 5) | 24, length]) : Buffer.from([(type << 5) | 25, length >> 8, length & 0xff]);
};
