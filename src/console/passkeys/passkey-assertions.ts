import { Injectable, Logger } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import type { ChallengeContent } from './challenge.rules';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyOptions } from './passkey-options';
import { PasskeyVerifier } from './passkey-verifier';
import type { StoredPasskey } from './passkey.types';
import { PasskeysRepository } from './passkeys.repository';

/** A challenge that one of the stored passkeys has signed. */
export interface Assertion {
  passkey: StoredPasskey;
  challenge: string;
  content: ChallengeContent;
  /** The number of uses that the device tells. */
  counter: number;
}

/** `copied`: the device has counted less than before, so that two devices use the passkey. */
export type AssertionUse = 'used' | 'replayed' | 'copied';

/** Asks for signatures of passkeys and checks them, for signing in and for proofs. */
@Injectable()
export class PasskeyAssertions {
  private readonly log = new Logger('Passkeys');

  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly options: PasskeyOptions,
    private readonly verifier: PasskeyVerifier,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** Throws 409 where browsers offer no passkeys. */
  async ask(content: ChallengeContent, known: readonly StoredPasskey[] = []): Promise<PublicKeyCredentialRequestOptionsJSON> {
    this.options.requireAvailable();
    return this.options.toSign(await this.challenges.make(content), known);
  }

  /** Resolves with null for whatever else the client has sent. Throws 409 where browsers offer no passkeys. */
  async verify(response: object, content: ChallengeContent): Promise<Assertion | null> {
    this.options.requireAvailable();
    const challenge = this.verifier.challengeIn(response);
    if (challenge === null || !this.challenges.isOwn(content, challenge)) return null;
    const { id } = response as { id?: unknown };
    const passkey = typeof id === 'string' ? await this.passkeys.findByCredential(id, this.options.host) : null;
    const counter = passkey && (await this.verifier.signed(response, challenge, passkey));
    if (counter === null || !isFor(response, passkey!, content)) return null;
    return { passkey: passkey!, challenge, content, counter };
  }

  /** Must run in the transaction of that for which the assertion is used, which must be committed whatever this resolves with. */
  async use({ passkey, challenge, content, counter }: Assertion, requestId: string): Promise<AssertionUse> {
    if (!(await this.challenges.use(content, challenge))) return 'replayed';
    if (await this.passkeys.noteUse(passkey.id, counter)) return 'used';
    await this.tellOfCopy(passkey.id, requestId);
    return 'copied';
  }

  private async tellOfCopy(passkeyId: string, requestId: string): Promise<void> {
    this.log.warn(
      { passkey_id: passkeyId, request_id: requestId },
      'A passkey was refused, since its count of uses shows that there is a copy.',
    );
    const person = await this.passkeys.personOf(passkeyId);
    const event = { action: 'console refuse_passkey', resourceId: passkeyId, actor: 'console' as const, requestId };
    if (person) await this.auditEvents.insert({ ...event, accountId: person.accountId, apiKeyId: person.keyId });
  }
}

/** A device names its user unless it was asked for certain passkeys. */
function isFor(response: object, { userHandle }: StoredPasskey, { purpose }: ChallengeContent): boolean {
  const { userHandle: named } = (response as { response: { userHandle?: unknown } }).response;
  return named === userHandle || (purpose !== 'sign_in' && (named === undefined || named === null));
}
