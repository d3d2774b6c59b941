import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { type Caller, type Scope, SCOPES } from '../api/auth/caller';
import { makeSecret, parseSecret, type SecretParts } from '../api/auth/secret-format.rules';
import { ApiError, type FieldError, notFound, refuseErrors, validationFailed } from '../api/errors/api-error';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { requireRights } from '../api/operation/scope.guard';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { type Config, CONFIG } from '../platform/config/config';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { isId, isUuid } from '../platform/ids.rules';
import { Clock } from '../platform/time';
import type { ApiKeyEntity } from './api-key.entity';
import { callerFrom } from './key-caller.rules';
import { KeyRecheck, requirePresentValue } from './key-recheck';
import { type Grantor, type KeyRights, unknownForms } from './key-ceiling.rules';
import { columnsOf, hasTooManySecrets, type KeyFilter, type KeyRow, requireLasting, rightsOf, statusOf } from './key.rules';
import { type ConsoleKey, KeysRepository, type NewKey } from './keys.repository';
import { PeopleRepository } from './people.repository';
import { isManaging, hasFewerRights, rightsAfterChange, rightsOfNew, type RequestedRights } from './requested-rights.rules';
import { SecretDigests } from './secret-digests';

/** The operator's request for a new key. By default the key sees all forms, may write, and has the limits of the plan. */
export interface KeyRequest extends Pick<ApiKeyEntity, 'accountId' | 'name' | 'expiresAt'> {
  scopes: readonly Scope[];
  /** The only forms that the key may see; null means all forms. */
  formIds?: readonly string[] | null;
  isReadOnly?: boolean;
  readPerMinute?: number | null;
  writePerMinute?: number | null;
  destructivePerMinute?: number | null;
}

/** A key with its secret value, which is shown only once and cannot be recovered. */
export interface IssuedKey {
  key: KeyRow;
  text: string;
}

/**
 * Manages keys for callers with `keys:manage` and for the operator. A grantor holds the lock on the keys of its account, and its rights
 * have been checked. The operator has every right; each of its changes is one transaction and adds an audit event.
 */
@Injectable()
export class KeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: KeysRepository,
    private readonly people: PeopleRepository,
    private readonly recheck: KeyRecheck,
    private readonly accounts: AccountsService,
    private readonly digests: SecretDigests,
    private readonly cursors: Cursors,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maintenance'>,
  ) {}

  /** Returns a key with its current rights, for work that goes on after the request that asked for it; null once the key has ended. */
  async callerNow(keyId: string, actor: Caller['actor']): Promise<Caller | null> {
    const found = await this.keys.findCaller(keyId);
    return found ? callerFrom(found, this.config.maintenance, actor) : null;
  }

  page(caller: Caller, filter: KeyFilter, query: PagedDto): Promise<Page<KeyRow>> {
    const scope = { list: 'keys', keyId: caller.keyId, formId: null, filters: { ...filter } };
    return this.cursors.page<KeyRow>(scope, query, {
      find: (start, limit) => this.keys.list(caller.accountId, filter, start, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }

  async createBy(grantor: Grantor, name: string, requested: RequestedRights, errors: readonly FieldError[]): Promise<IssuedKey> {
    const rights = await this.admit(grantor, requested, errors);
    const { caller, isConsole, now: createdAt } = grantor;
    const createdByKeyId = isConsole ? null : caller.keyId;
    return this.insert({ accountId: caller.accountId, name, rights, createdByKeyId, createdAt }, makeSecret('fck'));
  }

  /**
   * Returns the rights of a new key. Throws 422 with the errors of the input and of the requested rights, and 403 when the plan allows no
   * further key.
   */
  async admit(grantor: Grantor, requested: RequestedRights, errors: readonly FieldError[]): Promise<KeyRights> {
    const { rights, errors: further } = rightsOfNew(grantor, requested, grantor.now);
    refuseErrors(errors, [...further, ...(await this.formsNotThere(grantor, requested))]);
    await this.requirePlace(grantor.caller.accountId);
    return rights;
  }

  async requirePlace(accountId: string): Promise<void> {
    if ((await this.reachedQuota(accountId)) !== null) throw new ApiError('key_quota_exceeded');
  }

  /** Reduces the rights of a locked key or renames it. Resolves with the changed key. */
  async changeBy(
    grantor: Grantor,
    key: KeyRow,
    { name = key.name, ...requested }: RequestedRights & { name?: string },
    errors: readonly FieldError[],
  ): Promise<KeyRow> {
    const before = rightsOf(key);
    const { rights, errors: further } = rightsAfterChange(before, grantor, requested, grantor.now);
    refuseErrors(errors, [...further, ...(before.formIds === null ? await this.formsNotThere(grantor, requested) : [])]);
    requireLasting(key);
    const isLess = hasFewerRights(before, rights);
    if (isLess) await this.requireAnother([key]);
    if (!isLess && name === key.name) return key;
    await this.keys.update(key.id, { name, ...columnsOf(rights), revision: key.revision + 1 });
    if (rights.formIds) await this.keys.replaceGrants(key.id, key.accountId, rights.formIds);
    if (isLess) await this.people.endSessions([key.id]);
    return this.get(key.id);
  }

  /** Throws 409 when the key has too many replaced secrets that are still valid, unless this rotation ends them. */
  async rotateBy({ caller, now }: Grantor, { id }: KeyRow, overlapSeconds: number): Promise<IssuedKey> {
    requirePresentValue(caller);
    if (id === caller.keyId && overlapSeconds < LEAST_OWN_OVERLAP) throw validationFailed([OWN_OVERLAP]);
    const key = await this.keys.lock(id);
    if (!key) throw notFound();
    if (key.personAddress !== null) throw new ApiError('person_without_value');
    requireLasting(key);
    if (hasTooManySecrets(key, overlapSeconds)) throw new ApiError('too_many_secrets');
    return this.addValue(key, overlapSeconds, now);
  }

  /** Revokes a key and, on demand, its descendants. Resolves with the key and the other revoked ones in their state before. */
  async revokeBy(grantor: Grantor, { id }: KeyRow, withDescendants: boolean): Promise<[KeyRow, ...KeyRow[]]> {
    const ids = [id, ...(withDescendants ? await this.keys.descendantsOf(id) : [])];
    if (ids.length > 1) requireRights(grantor.caller, OTHERS); // a key needs no further right to revoke itself alone
    await this.recheck.requireWithin(grantor, ids);
    const lasting = (await this.keys.findAll(grantor.caller.accountId, ids)).filter(({ revokedAt }) => !revokedAt);
    const key = lasting.find((each) => each.id === id);
    if (!key) throw notFound();
    await this.requireAnother(lasting);
    const ended = lasting.map((each) => each.id);
    await this.keys.revoke(ended, grantor.now);
    await this.people.endAccess(ended);
    return [key, ...lasting.filter((each) => each !== key)];
  }

  /** Lets a key with selected access see the form that it has just created. Other keys see all forms. */
  async grantNewForm({ keyId, accountId, formAccessMode }: Caller, formId: string): Promise<void> {
    if (formAccessMode === 'selected') await this.keys.grant(keyId, accountId, [formId]);
  }

  /** Returns the key behind the console links of an account, whose sessions have every scope. */
  consoleKeyOf(accountId: string): Promise<ConsoleKey> {
    return this.keys.ensureConsoleKey(accountId, SCOPES);
  }

  /** Records a use by a session, at most once a minute. A person has joined with the first one. */
  noteUse(keyId: string): Promise<void> {
    return this.keys.recordUse(keyId);
  }

  /** Lists all keys or those of one account, oldest first. */
  list(accountId: string | null = null): Promise<KeyRow[]> {
    return this.keys.ofOperator(accountId);
  }

  issue(request: KeyRequest, text: string = makeSecret('fck').text): Promise<IssuedKey> {
    const { accountId, name, scopes, formIds = null, isReadOnly = false, expiresAt } = request;
    const { readPerMinute: read = null, writePerMinute: write = null, destructivePerMinute: destructive = null } = request;
    return this.transactions.run(async () => {
      await this.keys.lockAccount(accountId);
      const quota = await this.reachedQuota(accountId);
      if (quota !== null) throw new OperatorError(`The plan allows ${quota} keys. Revoke a key, or change the plan.`);
      const known = await this.keys.existingForms(accountId, (formIds ?? []).filter(isId));
      const missing = (formIds ?? []).filter((formId) => !known.includes(formId));
      if (missing.length > 0) throw new OperatorError(`The account has no form ${missing.join(', ')}.`);
      const secret = parseSecret('fck', text);
      if (!secret) throw new OperatorError('This is not a well-formed API key. "keys generate" makes one.');
      const rights = { scopes, formIds, writesEnabled: !isReadOnly, limits: { read, write, destructive }, expiresAt };
      const newKey = { accountId, name, rights, createdByKeyId: null, createdAt: this.clock.now() };
      const issued = await this.insert(newKey, { ...secret, text });
      await this.auditEvents.insert({ accountId, action: 'keys create', resourceId: issued.key.id });
      return issued;
    });
  }

  /** Adds a secret to a key for the operator. The old one stays valid during the overlap, so that clients can switch one by one. */
  rotate(id: string, overlapSeconds: number): Promise<IssuedKey> {
    return this.asOperator(id, 'keys rotate', async (key) => {
      if (key.personAddress !== null) throw new OperatorError(PERSON);
      if (statusOf(key) === 'expired') throw new OperatorError(EXPIRED);
      if (hasTooManySecrets(key, overlapSeconds)) throw new OperatorError(TOO_MANY_SECRETS);
      return this.addValue(key, overlapSeconds, this.clock.now());
    });
  }

  revoke(id: string): Promise<KeyRow> {
    return this.asOperator(id, 'keys revoke', async () => {
      await this.keys.revoke([id], this.clock.now());
      await this.people.endAccess([id]);
      return this.get(id);
    });
  }

  /** Runs `work` on a key that is not revoked, under the lock on the keys of its account. */
  private asOperator<Result>(id: string, action: string, work: (key: KeyRow) => Promise<Result>): Promise<Result> {
    return this.transactions.run(async () => {
      const found = isId(id) ? await this.keys.get(id) : null;
      if (found) await this.keys.lockAccount(found.accountId);
      const key = found && (await this.keys.lock(id));
      if (!key || key.revokedAt) throw new OperatorError(`There is no active key "${id}". "keys list" shows the ids.`);
      const result = await work(key);
      const revisions = { revisionBefore: key.revision, revisionAfter: key.revision + 1 };
      await this.auditEvents.insert({ accountId: key.accountId, action, resourceId: id, ...revisions });
      return result;
    });
  }

  /** Returns the number of keys that the plan allows when the account has that many active keys, else null. */
  private async reachedQuota(accountId: string): Promise<number | null> {
    const { keysMax } = await this.accounts.planOf(accountId);
    return keysMax !== null && (await this.keys.countActive(accountId)) >= keysMax ? keysMax : null;
  }

  private async insert(key: Omit<NewKey, 'personAddress'>, secret: SecretParts & { text: string }): Promise<IssuedKey> {
    const id = await this.keys.insert({ ...key, personAddress: null });
    await this.addSecret(id, secret, key.createdAt);
    return { key: await this.get(id), text: secret.text };
  }

  /** Adds a secret to a locked key. Earlier secrets end after the overlap, or at their own earlier end. */
  private async addValue({ id, revision }: KeyRow, overlapSeconds: number, now: Date): Promise<IssuedKey> {
    await this.keys.expireSecrets(id, overlapSeconds);
    const secret = makeSecret('fck');
    await this.addSecret(id, secret, now);
    await this.keys.update(id, { revision: revision + 1 });
    return { key: await this.get(id), text: secret.text };
  }

  private async addSecret(apiKeyId: string, { id: lookupId, secret }: SecretParts, createdAt: Date): Promise<void> {
    await this.keys.insertSecret({ lookupId, apiKeyId, digest: this.digests.of(secret), createdAt });
  }

  /** Throws 409 unless the account keeps another managing key that lasts as long as these keys. */
  private async requireAnother(keys: readonly KeyRow[]): Promise<void> {
    const [{ accountId, readAt }] = keys as [KeyRow];
    if (!keys.some((key) => isManaging(rightsOf(key)) && !key.revokedAt && key.expiresAt > readAt)) return;
    const ids = keys.map(({ id }) => id);
    const lasts = await this.keys.managingLasts(accountId, ids);
    if (!lasts) throw new ApiError('last_managing_key', lasts === false ? { message: LASTS_LONGEST } : {});
  }

  /** Reports forms that the account does not have. For a grantor with selected access, its ceiling reports them. */
  private async formsNotThere({ caller, formIds }: Grantor, { formIds: sent = [] }: RequestedRights): Promise<FieldError[]> {
    return formIds === null ? unknownForms(sent, await this.keys.existingForms(caller.accountId, sent.filter(isUuid))) : [];
  }

  private async get(id: string): Promise<KeyRow> {
    return (await this.keys.get(id))!;
  }
}

const OTHERS = { bucket: 'destructive', scope: 'keys:manage', isForEmergencies: true } as const;
const LASTS_LONGEST =
  'Of the API keys that may manage all keys of the account this one lasts longest. Create another one before that lasts as long.';
const LEAST_OWN_OVERLAP = 60;
const OWN_OVERLAP = { path: 'overlap_seconds', message: `must be at least ${LEAST_OWN_OVERLAP} for the key that asks` };
const TOO_MANY_SECRETS = `${MAX_PREVIOUS_SECRETS} earlier values are still valid. Wait until one ends, or end all of them with "--overlap 0s".`;
const PERSON = 'This is a person, who has no value. "console --person" prints a link with which the person signs in.';
const EXPIRED = 'The key has expired. "keys create" creates a new key.';
