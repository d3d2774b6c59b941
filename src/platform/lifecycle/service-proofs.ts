import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { SecretKeys } from '../crypto/secret-keys';
import { ANYWHERE, isChallenge, placeOf, proofKeysOf, proofOf } from './service-proof.rules';

/** Proves to a command that this process is the service that it looks for, before it sends a key. */
@Injectable()
export class ServiceProofs {
  private readonly keys: Buffer[];

  constructor(secrets: SecretKeys) {
    this.keys = proofKeysOf(secrets);
  }

  /** Lets commands ask that can read this key. */
  add(key: Buffer): void {
    this.keys.push(key);
  }

  /** A proof by each key for the address at which the command has asked, and for any; null without a challenge. */
  answer(challenge: unknown, { localAddress, localPort }: Pick<Socket, 'localAddress' | 'localPort'>): string[] | null {
    if (!isChallenge(challenge)) return null;
    const places = [placeOf(localAddress, localPort), ANYWHERE];
    return this.keys.flatMap((key) => places.map((place) => proofOf(key, challenge, place)));
  }
}
