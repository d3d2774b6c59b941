import { Injectable } from '@nestjs/common';
import type { Caller, Scope } from '../api/auth/caller';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { RightsRecheck, type RecheckedRequest, type RecheckResult } from '../api/operation/rights-recheck';
import { requireRights, requireScope } from '../api/operation/scope.guard';
import { excessOf, type Grantor, missingScopes } from './key-ceiling.rules';
import { type KeyRow, prefixOf, rightsOf } from './key.rules';
import { KeysRepository } from './keys.repository';
import { rightsOfNew, requestedIn } from './requested-rights.rules';

/** Checks a request on a key under the lock on the keys of the account: no caller may act on a key with more rights than its own. */
@Injectable()
export class KeyRecheck extends RightsRecheck<Grantor> {
  constructor(private readonly keys: KeysRepository) {
    super();
  }

  async recheck(context: RecheckedRequest): Promise<RecheckResult<Grantor>> {
    const grantor = await this.lockedGrantorOf(context);
    await this.requireWithin(grantor, [(context.resource as KeyRow).id]);
    return { granted: grantor, errors: [] };
  }

  async requireMaySeeAgain(_: Grantor, __: object): Promise<void> {
    // Nothing is left to check: the answer shows the key of the path, which `recheck` has checked.
  }

  async grantorOf(caller: Caller): Promise<Grantor> {
    return { ...(await this.keys.ceilingOf(caller.keyId)), scopes: [...caller.scopes], isConsole: caller.isConsole, caller };
  }

  /** Throws 403 or 422 when one of the keys has more rights than the grantor. The grantor's own key is skipped. */
  async requireWithin(grantor: Grantor, ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => id !== grantor.caller.keyId);
    for (const key of others.length > 0 ? await this.keys.findAll(grantor.caller.accountId, others) : []) {
      requireScopes(grantor, key.scopes);
      const errors = excessOf(grantor, rightsOf(key)).map(({ path, message }) => ({ path: memberOf(path), message }));
      if (errors.length > 0) throw validationFailed(errors);
    }
  }

  /** Locks the keys of the account and reads the caller again. Throws 401 or 403 if it may no longer write keys. */
  protected async lockedGrantorOf(
    { caller: before, callerNow, operation, isExempt }: RecheckedRequest,
    mayBeReplaced = false,
  ): Promise<Grantor> {
    await this.keys.lockAccount(before.accountId);
    const caller = await callerNow();
    if (!isExempt) requireRights(caller, operation);
    if (!mayBeReplaced) requirePresentValue(caller);
    return this.grantorOf(caller);
  }
}

/** Checks the rights requested for a new key, and the key itself before a repeated request gets its value again. */
@Injectable()
export class NewKeyRecheck extends KeyRecheck {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Grantor>> {
    const granted = await this.lockedGrantorOf(context);
    const requested = requestedIn(context.body);
    requireScopes(granted, requested.scopes ?? []);
    // A repeated request is checked without its lifetime, which counts from the first request.
    const { errors } = rightsOfNew(granted, { ...requested, expiresIn: undefined }, granted.now);
    return { granted, errors };
  }

  override async requireMaySeeAgain(grantor: Grantor, { id }: { id: string }): Promise<void> {
    await this.requireWithin(grantor, [id]);
  }
}

/** Checks a change of a key, which must not request scopes that the grantor lacks. */
@Injectable()
export class KeyChangeRecheck extends KeyRecheck {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Grantor>> {
    const result = await super.recheck(context);
    requireScopes(result.granted, requestedIn(context.body).scopes ?? []);
    return result;
  }
}

/** Checks a rotation. The replaced secret may repeat the request, in case the first answer was lost. */
@Injectable()
export class RotationRecheck extends KeyRecheck {
  override async recheck(context: RecheckedRequest): Promise<RecheckResult<Grantor>> {
    const { id } = context.resource as KeyRow;
    const granted = await this.lockedGrantorOf(context, id === context.caller.keyId);
    await this.requireWithin(granted, [id]);
    return { granted, errors: [] };
  }

  override async requireMaySeeAgain({ caller }: Grantor, { secrets }: { secrets: { prefix: string }[] }): Promise<void> {
    const replaced = secrets[1]?.prefix;
    if (caller.secretId === null || replaced !== prefixOf(caller.secretId)) requirePresentValue(caller);
  }
}

/** Throws 403 for a secret that a rotation has replaced: it is still valid during the overlap, but may not write keys. */
export function requirePresentValue({ isReplaced }: Caller): void {
  if (isReplaced) throw new ApiError('writes_disabled', { message: REPLACED });
}

function requireScopes(grantor: Grantor, scopes: readonly Scope[]): void {
  const [missing] = missingScopes(grantor, scopes);
  if (missing) requireScope(grantor.caller, missing);
}

/** Converts the path of an error to the member of the stored key, which has other names for its end and its forms. */
const memberOf = (path: string): string => (path === 'expires_in' ? 'expires_at' : path.replace(/^form_ids\..*/, 'form_ids'));

const REPLACED = 'This value of the API key was replaced, so it may not write keys any more. Use the value that the rotation issued.';
