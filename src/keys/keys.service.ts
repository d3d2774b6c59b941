import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { type Scope, SCOPES } from '../api/auth/caller';
import { makeSecret, parseSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { OperatorError } from '../platform/errors/operator-error';
import { isId } from '../platform/ids.rules';
import type { ApiKeyEntity } from './api-key.entity';
import { KeyGrantsRepository } from './key-grants.repository';
import { KeyWriter } from './key-writer';
import type { KeyInFull } from './key.types';
import { type ConsoleKey, KeysRepository } from './keys.repository';
import { ManagedKeysRepository } from './managed-keys.repository';

export interface KeyRequest {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  /** The forms that the key may see; null for all forms of the account. */
  formIds: readonly string[] | null;
  expiresAt: Date;
  isReadOnly: boolean;
  readPerMinute: number | null;
  writePerMinute: number | null;
  destructivePerMinute: number | null;
}

/** A key with its text, which is shown once and cannot be recovered afterwards. */
export interface IssuedKey {
  key: ApiKeyEntity;
  text: string;
}

/** Shows, issues, rotates and revokes keys, for the operator, who has every right. Each change is one transaction and adds an audit event. */
@Injectable()
export class KeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: KeysRepository,
    private readonly managed: ManagedKeysRepository,
    private readonly grants: KeyGrantsRepository,
    private readonly writer: KeyWriter,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
  ) {}

  issue(request: KeyRequest, text: string = makeSecret('fck').text): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      const { accountId, name } = request;
      await this.keys.lockAccount(accountId);
      await this.refuseBeyondPlan(accountId);
      await this.refuseUnknownForms(request);
      const newKey = { accountId, name, rights: rightsIn(request), createdByKeyId: null, createdAt: this.clock.now() };
      const key = await this.writer.create(newKey, parsed(text));
      await this.audit(key, 'keys create');
      return { key, text };
    });
  }

  /** The key behind the links to the console of an account: its sessions have every scope. */
  consoleKeyOf(accountId: string): Promise<ConsoleKey> {
    return this.keys.ensureConsoleKey(accountId, SCOPES);
  }

  /** All keys, or those of one account, oldest first. */
  list(accountId: string | null = null): Promise<KeyInFull[]> {
    return this.managed.ofOperator(accountId, null);
  }

  /** The key with an id that exists. */
  async get(id: string): Promise<KeyInFull> {
    return (await this.managed.ofOperator(null, id))[0]!;
  }

  /** Adds a new secret to the key. The old one keeps working for the overlap, so that clients can change over one by one. */
  rotate(id: string, overlapSeconds: number): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      const key = await this.lock(id);
      if (key.expiresAt <= this.clock.now()) throw new OperatorError(EXPIRED);
      if (overlapSeconds > 0 && (await this.keys.countSecrets(id)) > MAX_PREVIOUS_SECRETS) throw new OperatorError(TOO_MANY_SECRETS);
      const text = await this.writer.rotate(key, overlapSeconds, this.clock.now());
      await this.audit(key, 'keys rotate', key.revision);
      return { key, text };
    });
  }

  revoke(id: string): Promise<ApiKeyEntity> {
    return this.transactions.run(async () => {
      const key = await this.lock(id);
      const revokedAt = this.clock.now();
      await this.keys.revoke([id], revokedAt);
      await this.audit(key, 'keys revoke', key.revision);
      return { ...key, revokedAt };
    });
  }

  /** The key as it is while the keys of its account are locked. */
  private async lock(id: string): Promise<ApiKeyEntity> {
    const found = isId(id) ? await this.keys.find(id) : null;
    if (found) await this.keys.lockAccount(found.accountId);
    const key = found && (await this.keys.find(id));
    if (key) return key;
    throw new OperatorError(`There is no active key "${id}". "keys list" shows the ids.`);
  }

  private async refuseBeyondPlan(accountId: string): Promise<void> {
    const quota = await this.writer.reachedQuota(accountId);
    if (quota !== null) throw new OperatorError(`The plan allows ${quota} keys. Revoke a key, or change the plan.`);
  }

  private async refuseUnknownForms({ accountId, formIds }: KeyRequest): Promise<void> {
    const known = await this.grants.existing(accountId, (formIds ?? []).filter(isId));
    const missing = (formIds ?? []).filter((formId) => !known.includes(formId));
    if (missing.length > 0) throw new OperatorError(`The account has no form ${missing.join(', ')}.`);
  }

  private async audit({ id, accountId }: ApiKeyEntity, action: string, revisionBefore?: number): Promise<void> {
    const revisions = revisionBefore === undefined ? {} : { revisionBefore, revisionAfter: revisionBefore + 1 };
    await this.auditEvents.insert({ accountId, action, resourceId: id, ...revisions });
  }
}

const TOO_MANY_SECRETS = `${MAX_PREVIOUS_SECRETS} earlier values are still valid. Wait until one ends, or end all of them with "--overlap 0s".`;
const EXPIRED = 'The key has expired. "keys create" creates a new key.';

const rightsIn = ({ scopes, formIds, isReadOnly, expiresAt, ...request }: KeyRequest) => ({
  scopes,
  formIds,
  writesEnabled: !isReadOnly,
  limits: { read: request.readPerMinute, write: request.writePerMinute, destructive: request.destructivePerMinute },
  expiresAt,
});

function parsed(text: string): { id: string; secret: string } {
  const found = parseSecret('fck', text);
  if (found) return found;
  throw new OperatorError('This is not a well-formed API key. "keys generate" makes one.');
}
