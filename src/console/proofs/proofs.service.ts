import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { validationFailed } from '../../api/errors/api-error';
import { invalidApiKey } from '../../api/operation/api-key.guard';
import { SignInMailsService } from '../../keys/mails/sign-in-mails.service';
import { Transactions } from '../../platform/database/transactions';
import { ConsoleSecretsRepository } from '../console-secrets.repository';
import { wrongCode } from '../mail/mail-sign-in.service';
import { type Assertion, PasskeyAssertions } from '../passkeys/passkey-assertions';
import { requirePerson } from '../passkeys/passkey-owner.rules';
import { COPIED } from '../passkeys/passkey-sign-in.service';
import type { PasskeyOwner } from '../passkeys/passkey.types';
import { PasskeysService } from '../passkeys/passkeys.service';
import type { FoundSession } from '../session.types';

/** Lets the person of a session prove again who is there, for what deletes for good and for what changes keys. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: SignInMailsService,
    private readonly assertions: PasskeyAssertions,
    private readonly passkeys: PasskeysService,
    private readonly secrets: ConsoleSecretsRepository,
  ) {}

  /** Sends a code, which counts for this session alone. Throws 409 without a mail server, and 429. */
  async sendCode(session: FoundSession): Promise<Date> {
    const { keyId: id, accountId, personAddress: address, sessionId } = requirePerson(session);
    return this.mails.requestProof({ id, accountId, address }, sessionId);
  }

  /** Throws 409 where browsers offer no passkeys. */
  async askPasskey(session: FoundSession): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = await this.passkeys.listOffered(requirePerson(session));
    return this.assertions.ask(contentOf(session), session.provesAddress ? known : []);
  }

  /** Throws 422 for a wrong code, of which five are counted. */
  async proveByCode(session: FoundSession, code: string): Promise<Date> {
    const tried = await this.mails.tryInSession(requirePerson(session).sessionId, code);
    if ('triesLeft' in tried) throw validationFailed([{ path: 'code', message: wrongCode(tried.triesLeft) }]);
    return this.note(session);
  }

  /** Throws 422 for the passkey of somebody else, and for a response that this session has not just asked for. */
  async proveByPasskey(session: FoundSession, response: object, requestId: string): Promise<Date> {
    const person = requirePerson(session);
    const assertion = await this.assertions.verify(response, contentOf(session));
    if (!assertion || !opens(assertion, person)) throw refused(NOT_YOURS);
    const proved = await this.transactions.run(async () => {
      const use = await this.assertions.use(assertion, requestId);
      return use === 'used' ? this.note(session) : use;
    });
    if (proved === 'replayed') throw refused(NOT_YOURS);
    if (proved === 'copied') throw refused(COPIED);
    return proved;
  }

  private async note({ sessionId }: FoundSession): Promise<Date> {
    const provedAt = await this.secrets.noteProof(sessionId);
    if (!provedAt) throw invalidApiKey();
    return provedAt;
  }
}

const contentOf = ({ sessionId }: FoundSession) => ({ purpose: 'proof', sessionId }) as const;

const opens = ({ passkey: { address, apiKeyId } }: Assertion, { personAddress, keyId }: PasskeyOwner): boolean =>
  address === personAddress && (apiKeyId === null || apiKeyId === keyId);

const refused = (message: string) => validationFailed([{ path: 'response', message }]);
const NOT_YOURS = 'This is not a passkey of yours, or it took too long. Try again.';
