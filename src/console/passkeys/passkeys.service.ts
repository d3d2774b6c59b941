import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { ApiError, notFound, validationFailed } from '../../api/errors/api-error';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import { requireFreshProof } from '../../api/operation/scope.guard';
import { hmacOf } from '../../platform/crypto/digests.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { Transactions } from '../../platform/database/transactions';
import { isUuid, newId } from '../../platform/ids.rules';
import type { FoundSession } from '../session.types';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyOptions } from './passkey-options';
import { requirePerson } from './passkey-owner.rules';
import { PasskeyVerifier } from './passkey-verifier';
import type { ListedPasskey, PasskeyOwner, StoredPasskey } from './passkey.types';
import { PasskeysRepository } from './passkeys.repository';

/** The passkeys of the person of a session. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly options: PasskeyOptions,
    private readonly verifier: PasskeyVerifier,
    private readonly keys: SecretKeys,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  list(session: FoundSession): Promise<ListedPasskey[]> {
    return this.passkeys.list(requirePerson(session));
  }

  /** Those of the list that browsers offer at this host. */
  listOffered(owner: PasskeyOwner): Promise<StoredPasskey[]> {
    return this.passkeys.listOffered(owner, this.options.host);
  }

  /** The options for a new passkey. Throws 409 where there can be none, and 403 without a fresh proof of who is there. */
  async ask(session: FoundSession): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const owner = this.requireMayChange(session);
    this.options.requireAvailable();
    requireRoom(await this.passkeys.list(owner));
    const known = await this.listOffered(owner);
    const user = { handle: this.handleOf(owner), address: owner.personAddress, name: session.keyName };
    return this.options.toMake(await this.challenges.make(contentOf(session)), user, known);
  }

  /** Throws 422 for a response that this session has not asked for, or not lately. */
  async add(session: FoundSession, name: string, response: object, requestId: string): Promise<ListedPasskey> {
    const owner = this.requireMayChange(session);
    this.options.requireAvailable();
    const challenge = this.verifier.challengeIn(response);
    const isOwn = challenge !== null && this.challenges.isOwn(contentOf(session), challenge);
    const made = isOwn ? await this.verifier.made(response, challenge) : null;
    if (!made) throw REFUSED();
    return this.transactions.run(async () => {
      if (!(await this.challenges.use(contentOf(session), challenge!))) throw REFUSED();
      await this.passkeys.lock(owner.personAddress);
      requireRoom(await this.passkeys.list(owner));
      const { personAddress: address, keyId, provesAddress } = owner;
      const opens = { address, apiKeyId: provesAddress ? null : keyId, host: this.options.host };
      const userHandle = this.handleOf(owner).toString('base64url');
      const passkey = await this.passkeys.insert({ ...made, ...opens, id: newId(), name, userHandle });
      if (!passkey) throw REFUSED();
      await this.audit(session, passkey.id, 'console add_passkey', requestId);
      return passkey;
    });
  }

  async rename(session: FoundSession, id: string, name: string): Promise<ListedPasskey> {
    const owner = requirePerson(session);
    const passkey = isUuid(id) ? await this.passkeys.rename(owner, id, name) : null;
    if (!passkey) throw notFound();
    return passkey;
  }

  /** Ends the sessions of the passkey as well. */
  async remove(session: FoundSession, id: string, requestId: string): Promise<void> {
    const owner = this.requireMayChange(session);
    await this.transactions.run(async () => {
      if (!isUuid(id) || !(await this.passkeys.remove(owner, id))) throw notFound();
      await this.audit(session, id, 'console remove_passkey', requestId);
    });
  }

  private requireMayChange(session: FoundSession): FoundSession & PasskeyOwner {
    const owner = requirePerson(session);
    requireFreshProof({ lacksFreshProof: session.lacksFreshProof ?? [] });
    return owner;
  }

  /** Authenticators keep one passkey for a handle, so one that opens a single account has another handle than one for all of them. */
  private handleOf({ personAddress, keyId, provesAddress }: PasskeyOwner): Buffer {
    return hmacOf(this.keys.derive('passkey users')[0]!.key, provesAddress ? personAddress : `${personAddress} ${keyId}`);
  }

  private audit({ accountId, keyId }: FoundSession, passkeyId: string, action: string, requestId: string): Promise<void> {
    return this.auditEvents.insert({ accountId, apiKeyId: keyId, resourceId: passkeyId, actor: 'console', requestId, action });
  }
}

const contentOf = ({ sessionId }: FoundSession) => ({ purpose: 'register', sessionId }) as const;

function requireRoom(passkeys: readonly ListedPasskey[]): void {
  if (passkeys.length >= MAX_PASSKEYS) throw new ApiError('passkeys_unavailable', { message: TOO_MANY });
}

const MAX_PASSKEYS = 10;
const TOO_MANY = `You have ${MAX_PASSKEYS} passkeys, which is as many as there can be. Remove one that you no longer use.`;

const REFUSED = () => validationFailed([{ path: 'response', message: 'is no new passkey that this page has just asked for. Try again.' }]);
