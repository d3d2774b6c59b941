import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Transactions } from '../../platform/database/transactions';
import type { SessionRequest } from '../own-page';
import { SecretSignInService } from '../secret-sign-in.service';
import { type BegunSession, SignInService } from '../sign-in.service';
import { type Assertion, PasskeyAssertions } from './passkey-assertions';

/** Signs in with a passkey, for which nobody types an address: the browser knows the passkeys of this host. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly assertions: PasskeyAssertions,
    private readonly signIns: SignInService,
    private readonly secretSignIns: SecretSignInService,
  ) {}

  ask(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.assertions.ask(CONTENT);
  }

  /** Throws 401 for a passkey that opens nothing, and for a response that was sent before or is not of this page. */
  async signIn(request: SessionRequest, response: object, onlyToday: boolean, requestId: string): Promise<BegunSession> {
    const assertion = await this.assertions.verify(response, CONTENT);
    if (!assertion) return this.secretSignIns.refuse(request, UNKNOWN);
    const session = await this.transactions.run(() => this.begin(request, assertion, onlyToday, requestId));
    return typeof session === 'string' ? this.secretSignIns.refuse(request, session) : session;
  }

  /** Resolves with a sentence instead of a session when there is none: what was noted about the use has to stay. */
  private async begin(
    request: SessionRequest,
    assertion: Assertion,
    onlyToday: boolean,
    requestId: string,
  ): Promise<BegunSession | string> {
    const { id: passkeyId, address, apiKeyId: keyId } = assertion.passkey;
    const use = await this.assertions.use(assertion, requestId);
    if (use === 'replayed') return REPLAYED;
    if (use === 'copied') return COPIED;
    const signIn = { opening: { address, keyId }, openedBy: 'passkey', provesAddress: keyId === null, passkeyId, onlyToday } as const;
    return (await this.signIns.begin(request, requestId, signIn)) ?? NOBODY;
  }
}

const CONTENT = { purpose: 'sign_in', sessionId: null } as const;

const UNKNOWN = 'This passkey opens nothing here. It may have been removed. Sign in in another way.';
const REPLAYED = 'This took too long, or was sent twice. Try again.';
const NOBODY = 'Nobody with the address of this passkey has access any more. Ask whoever invited you.';
export const COPIED =
  'This passkey was refused: somewhere else a copy of it has been used. Sign in in another way, remove it under "Account", and add a new one.';
