import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from '../crypto/secret-keys';
import { ANYWHERE, isChallenge, placeOf, proofKeysOf, proofOf } from './service-proof.rules';

/** Proves to a command that this process is the right service, before the command sends a key. */
@Injectable()
export class ServiceProofs {
  private readonly keys: Buffer[];

  constructor(secrets: SecretKeys) {
    this.keys = proofKeysOf(secrets);
  }

  /** Adds the key of an address file, for commands that can read the file. */
  add(key: Buffer): void {
    this.keys.push(key);
  }

  /** Proofs by each key, for the address at which the command has asked and for `ANYWHERE`; null without a valid challenge. */
  answer(challenge: unknown, { localAddress, localPort }: Pick<Socket, 'localAddress' | 'localPort'>): string[] | null {
    if (!isChallenge(challenge)) return null;
    const places = [placeOf(localAddress, localPort), ANYWHERE];
    return this.keys.flatMap((key) => places.map((place) => proofOf(key, challenge, place)));
  }
}
