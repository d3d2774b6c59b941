import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type DerivedKey, KEY_ID_BYTES, type SecretKeys } from './secret-keys';

/**
 * Authenticated encryption (AES-256-GCM) of values that are bound to their place: a value that was sealed with one `boundTo` (the
 * associated data) cannot be opened with another. Layout: version (1 byte), key id (4), nonce (12), ciphertext, tag (16). Nonces are random
 * or derived from the plaintext and its place, which is safe for up to 2^32 values a key.
 */
export class Sealer {
  private readonly keys: readonly DerivedKey[];
  private readonly nonceKey: Buffer;

  constructor(keys: SecretKeys, purpose: string) {
    this.keys = keys.derive(purpose);
    this.nonceKey = keys.derive(`${purpose} nonces`)[0]!.key;
  }

  /** The first bytes of the values that are sealed at present: a value with others was sealed before the secret was replaced. */
  get prefix(): Buffer {
    return Buffer.concat([VERSION, this.keys[0]!.id]);
  }

  seal(plain: string | Buffer, boundTo: string): Buffer {
    return this.sealWith(randomBytes(NONCE_BYTES), plain, boundTo);
  }

  /** Seals equal plaintexts of the same place and key to equal values, so that stored values can be compared. `open` works as usual. */
  sealRepeatably(plain: Buffer, boundTo: string): Buffer {
    const mac = createHmac('sha256', this.nonceKey)
      .update(`${Buffer.byteLength(boundTo)}:${boundTo}`)
      .update(plain)
      .digest();
    return this.sealWith(mac.subarray(0, NONCE_BYTES), plain, boundTo);
  }

  /** The plaintext; null when the value was altered, is bound to another place, or was sealed with an unknown key. */
  open(sealed: Buffer, boundTo: string): Buffer | null {
    if (sealed.length < CIPHERTEXT_START + TAG_BYTES || sealed[0] !== VERSION[0]) return null;
    const id = keyIdOf(sealed);
    for (const candidate of this.keys) {
      const plain = candidate.id.equals(id) ? opened(candidate.key, sealed, boundTo) : null;
      if (plain) return plain;
    }
    return null;
  }

  /** Opens a value that must be valid. `what` names it in the error, such as "A stored reply". */
  openOrThrow(sealed: Buffer, boundTo: string, what: string): Buffer {
    const plain = this.open(sealed, boundTo);
    if (plain) return plain;
    throw new Error(`${what} cannot be opened: it was copied from another row, or APP_SECRET has changed.`);
  }

  private sealWith(nonce: Buffer, plain: string | Buffer, boundTo: string): Buffer {
    const { id, key } = this.keys[0]!;
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
    const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
    cipher.final();
    return Buffer.concat([VERSION, id, nonce, ciphertext, cipher.getAuthTag()]);
  }
}

function opened(key: Buffer, sealed: Buffer, boundTo: string): Buffer | null {
  const tagStart = sealed.length - TAG_BYTES;
  const nonce = sealed.subarray(NONCE_START, CIPHERTEXT_START);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(tagStart));
  const plain = decipher.update(sealed.subarray(CIPHERTEXT_START, tagStart));
  try {
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

const keyIdOf = (sealed: Buffer): Buffer => sealed.subarray(KEY_ID_START, NONCE_START);

const VERSION = Buffer.of(1);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_START = VERSION.length;
const NONCE_START = KEY_ID_START + KEY_ID_BYTES;
const CIPHERTEXT_START = NONCE_START + NONCE_BYTES;
