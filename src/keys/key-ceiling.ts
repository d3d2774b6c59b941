import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { RightsRecheck, type RecheckedRequest, type RecheckResult } from '../api/operation/rights-recheck';
import { requireRights, requireScope } from '../api/operation/scope.guard';
import { type Ceiling, excessOf, judgeNew, missingScope } from './key-ceiling.rules';
import { wishIn } from './key-wish.rules';
import { prefixOf, rightsOf } from './key.rules';
import type { KeyInFull } from './key.types';
import { KeysRepository } from './keys.repository';
import { ManagedKeysRepository } from './managed-keys.repository';

/** The rights of a request that writes keys, as they are while it has the lock on the keys of its account. */
export type Holder = Ceiling & {
  caller: Caller;
  /** By the clock of the database. */
  now: Date;
};

/** For what is done to a key: nobody touches one that may do more. Under the lock, so that no right that is taken away meanwhile counts. */
@Injectable()
export class KeyCeiling extends RightsRecheck<Holder> {
  constructor(
    private readonly keys: KeysRepository,
    private readonly managed: ManagedKeysRepository,
  ) {
    super();
  }

  async recheck(context: RecheckedRequest): Promise<RecheckResult<Holder>> {
    const holder = await this.holderOf(context);
    await this.requireWithin(holder, [(context.resource as KeyInFull).id]);
    return { granted: holder, errors: [] };
  }

  async requireMaySeeAgain(_: Holder, __: object): Promise<void> {
    // what an answer is about was judged as what the request is about
  }

  /** Throws 403 or 422 for keys that may do more than the holder; its own never does. */
  async requireWithin(holder: Holder, ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => id !== holder.caller.keyId);
    for (const key of others.length > 0 ? await this.managed.findAll(holder.caller.accountId, others) : []) {
      requireScopes(holder, key.scopes);
      const errors = excessOf(holder, rightsOf(key)).map(({ path, message }) => ({ path: memberOf(path), message }));
      if (errors.length > 0) throw validationFailed(errors);
    }
  }

  /** Locks the keys of the account until the transaction ends, and reads the caller again. Throws 401 or 403 for one that may write none. */
  protected async holderOf({ caller: before, callerNow, operation, isExempt }: RecheckedRequest, mayBeReplaced = false): Promise<Holder> {
    await this.keys.lockAccount(before.accountId);
    const caller = await callerNow();
    if (!isExempt) requireRights(caller, operation);
    if (!mayBeReplaced) requirePresentValue(caller);
    return { ...(await this.keys.ceilingOf(caller.keyId)), scopes: [...caller.scopes], isConsole: caller.isConsole, caller };
  }
}

/** For a new key: what is asked for, and the key itself before its value is shown again. */
@Injectable()
export class NewKeyCeiling extends KeyCeiling {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Holder>> {
    const granted = await this.holderOf(context);
    const wish = wishIn(context.body);
    requireScopes(granted, wish.scopes ?? []);
    const { errors } = judgeNew(granted, { ...wish, expiresIn: undefined }, granted.now); // a repetition counts from the first request
    return { granted, errors };
  }

  override async requireMaySeeAgain(holder: Holder, { id }: { id: string }): Promise<void> {
    await this.requireWithin(holder, [id]);
  }
}

/** For a change of a key: it asks for no scope that the holder lacks. */
@Injectable()
export class KeyChangeCeiling extends KeyCeiling {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Holder>> {
    const result = await super.recheck(context);
    requireScopes(result.granted, wishIn(context.body).scopes ?? []);
    return result;
  }
}

/** For a rotation. A value that it has replaced may ask for its answer again, which may have been lost. */
@Injectable()
export class RotationCeiling extends KeyCeiling {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Holder>> {
    const { id } = context.resource as KeyInFull;
    const granted = await this.holderOf(context, id === context.caller.keyId);
    await this.requireWithin(granted, [id]);
    return { granted, errors: [] };
  }

  override async requireMaySeeAgain({ caller }: Holder, { secrets }: { secrets: { prefix: string }[] }): Promise<void> {
    const replaced = secrets[1]?.prefix;
    if (caller.secretId === null || replaced !== prefixOf(caller.secretId)) requirePresentValue(caller);
  }
}

/** Throws 403 for a value that a rotation has replaced: it works on during its overlap, but writes no keys. */
export function requirePresentValue({ isReplaced }: Caller): void {
  if (isReplaced) throw new ApiError('writes_disabled', { message: REPLACED });
}

function requireScopes(holder: Holder, scopes: Ceiling['scopes']): void {
  const missing = missingScope(holder, scopes);
  if (missing) requireScope(holder.caller, missing);
}

/** The member of a key that the path of a wish is about. */
const memberOf = (path: string): string => (path === 'expires_in' ? 'expires_at' : path.replace(/^form_ids\..*/, 'form_ids'));

const REPLACED = 'This value of the API key was replaced, so it may not write keys any more. Use the value that the rotation issued.';
