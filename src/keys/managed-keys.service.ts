import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { ApiError, type FieldError, notFound, refuseErrors, validationFailed } from '../api/errors/api-error';
import { requireRights } from '../api/operation/scope.guard';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { isUuid } from '../platform/ids.rules';
import { type Holder, KeyCeiling, requirePresentValue } from './key-ceiling';
import { isManaging, isNarrower, judgeChange, judgeNew, type KeyWish, unknownForms } from './key-ceiling.rules';
import { KeyGrantsRepository } from './key-grants.repository';
import { KeyWriter } from './key-writer';
import { requireLasting, rightsOf } from './key.rules';
import type { KeyFilter, KeyInFull, KeySight } from './key.types';
import { KeysRepository } from './keys.repository';
import { ManagedKeysRepository } from './managed-keys.repository';

/** A key with its value, which is shown once. */
export interface NewlyIssuedKey {
  key: KeyInFull;
  text: string;
}

/** The keys of an account, for those that may manage them: a holder has the lock on these keys and is above them. */
@Injectable()
export class ManagedKeysService {
  constructor(
    private readonly managed: ManagedKeysRepository,
    private readonly keys: KeysRepository,
    private readonly grants: KeyGrantsRepository,
    private readonly writer: KeyWriter,
    private readonly ceiling: KeyCeiling,
    private readonly cursors: Cursors,
  ) {}

  list(caller: Caller, filter: KeyFilter, query: PagedDto): Promise<Page<KeyInFull>> {
    const scope = { list: 'keys', keyId: caller.keyId, formId: null, filters: { ...filter } };
    return this.cursors.page<KeyInFull>(scope, query, {
      find: (start, limit) => this.managed.list(caller.accountId, filter, start, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }

  /** What a caller sees of the keys that it reads. */
  async sightOf({ keyId, formAccessMode }: Caller): Promise<KeySight> {
    return { keyId, formIds: formAccessMode === 'all' ? null : (await this.keys.ceilingOf(keyId)).formIds };
  }

  /** Throws 422 with the errors of the input and those of the wish, and 403 when the plan allows no further key. */
  async create(holder: Holder, name: string, wish: KeyWish, errors: readonly FieldError[]): Promise<NewlyIssuedKey> {
    const { caller, now: createdAt } = holder;
    const { rights, errors: further } = judgeNew(holder, wish, createdAt);
    refuseErrors(errors, [...further, ...(await this.formsNotThere(holder, wish))]);
    if ((await this.writer.reachedQuota(caller.accountId)) !== null) throw new ApiError('key_quota_exceeded');
    const createdByKeyId = holder.isConsole ? null : caller.keyId;
    const secret = makeSecret('fck');
    const { id } = await this.writer.create({ accountId: caller.accountId, name, rights, createdByKeyId, createdAt }, secret);
    return { key: await this.find(holder, id), text: secret.text };
  }

  /** Takes rights away from a locked key, or gives it another name. Resolves with the key after the change. */
  async change(holder: Holder, key: KeyInFull, { name = key.name, ...wish }: KeyWish & { name?: string }, errors: readonly FieldError[]) {
    const before = rightsOf(key);
    const { rights, errors: further } = judgeChange(before, holder, wish, holder.now);
    refuseErrors(errors, [...further, ...(before.formIds === null ? await this.formsNotThere(holder, wish) : [])]);
    requireLasting(key);
    const isLess = isNarrower(before, rights);
    if (isLess) await this.requireAnother([key]);
    if (!isLess && name === key.name) return key;
    await this.writer.change(key, name, rights);
    return this.find(holder, key.id);
  }

  /** Throws 409 when five earlier values are valid, unless they are to end as well. */
  async rotate(holder: Holder, { id }: KeyInFull, overlapSeconds: number): Promise<NewlyIssuedKey> {
    requirePresentValue(holder.caller);
    if (id === holder.caller.keyId && overlapSeconds < LEAST_OWN_OVERLAP) throw validationFailed([OWN_OVERLAP]);
    const key = await this.managed.lock(id);
    if (!key) throw notFound();
    requireLasting(key);
    if (overlapSeconds > 0 && key.secrets.length > MAX_PREVIOUS_SECRETS) throw new ApiError('too_many_secrets');
    const text = await this.writer.rotate(key, overlapSeconds, holder.now);
    return { key: await this.find(holder, id), text };
  }

  /** Ends a key, and if asked what it has made and they have made. Resolves with it and the others that have ended, as they were before. */
  async revoke(holder: Holder, { id }: KeyInFull, withDescendants: boolean): Promise<[KeyInFull, ...KeyInFull[]]> {
    const ids = [id, ...(withDescendants ? await this.keys.descendantsOf(id) : [])];
    if (ids.length > 1) requireRights(holder.caller, OTHERS); // a key needs no right to end itself alone
    await this.ceiling.requireWithin(holder, ids);
    const lasting = (await this.managed.findAll(holder.caller.accountId, ids)).filter(({ revokedAt }) => !revokedAt);
    const key = lasting.find((each) => each.id === id);
    if (!key) throw notFound();
    await this.requireAnother(lasting);
    await this.keys.revoke(
      lasting.map((each) => each.id),
      holder.now,
    );
    return [key, ...lasting.filter((each) => each !== key)];
  }

  /** Throws 409 when no key that may manage all that the account has, and lasts as long, would be left beside these. */
  private async requireAnother(keys: readonly KeyInFull[]): Promise<void> {
    const [{ accountId, readAt }] = keys as [KeyInFull];
    if (!keys.some((key) => isManaging(rightsOf(key)) && !key.revokedAt && key.expiresAt > readAt)) return;
    const ids = keys.map(({ id }) => id);
    const lasts = await this.keys.managingLasts(accountId, ids);
    if (!lasts) throw new ApiError('last_managing_key', lasts === false ? { message: LASTS_LONGEST } : {});
  }

  /** Errors for forms that the account does not have. Those that the holder does not see are in its own errors. */
  private async formsNotThere({ caller, formIds }: Holder, { formIds: sent = [] }: KeyWish): Promise<FieldError[]> {
    return formIds === null ? unknownForms(sent, await this.grants.existing(caller.accountId, sent.filter(isUuid))) : [];
  }

  private async find({ caller }: Holder, id: string): Promise<KeyInFull> {
    const key = await this.managed.find(caller.accountId, id);
    if (!key) throw notFound();
    return key;
  }
}

const OTHERS = { bucket: 'destructive', scope: 'keys:manage', isForEmergencies: true } as const;
const LASTS_LONGEST =
  'Of the API keys that may manage all keys of the account this one lasts longest. Create another one before that lasts as long.';
const LEAST_OWN_OVERLAP = 60;
const OWN_OVERLAP = { path: 'overlap_seconds', message: `must be at least ${LEAST_OWN_OVERLAP} for the key that asks` };
