import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { type Caller, type NeededRights, type Scope, type WriteBlock, type ScopeRule, scopesOf } from '../auth/caller';
import { contextOf } from './request-context';
import type { PathParameters } from './resource-resolver';

/** Requires the scope before any id is looked up, so that a 403 never reveals whether something exists. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { operation, caller } = contextOf(request);
    if (!operation || !caller) return true;
    const isExempt = operation.isExempt?.(caller, request.params as PathParameters) ?? false;
    Object.assign(contextOf(request), { isExempt });
    if (!isExempt) requireRights(caller, operation);
    const { freshProof } = operation;
    if (typeof freshProof === 'function' ? freshProof(request.query) : freshProof) requireFreshProof(caller);
    return true;
  }
}

export function requireRights(caller: Caller, { bucket, showsSecrets, scope, isForEmergencies }: NeededRights): void {
  const mayWrite = isForEmergencies === true && caller.writesDisabledBy !== 'read_only_key';
  if ((bucket !== 'read' || showsSecrets) && !mayWrite) requireWrites(caller);
  if (scope) requireScope(caller, scope);
}

/** Throws 403 for the session of a person who has to prove again who is there, with the ways to do so. */
export function requireFreshProof({ lacksFreshProof: ways }: Pick<Caller, 'lacksFreshProof'>): void {
  if (ways.length > 0) throw new ApiError('fresh_proof_required', { details: { ways } });
}

function requireWrites({ writesDisabledBy }: Caller): void {
  if (writesDisabledBy) throw new ApiError('writes_disabled', { message: WRITE_BLOCKS[writesDisabledBy] });
}

const WRITE_BLOCKS: Record<WriteBlock, string> = {
  read_only_key: 'This API key may only read.',
  suspended_account: 'The account of this API key is suspended, so it may only read. The operator can resume it.',
  maintenance: 'The service is in maintenance, so API keys may only read. Forms still accept submissions.',
};

/** Throws 403 unless the caller has the required scopes. The message names those that are missing. */
export function requireScope(caller: Caller, needed: Scope | ScopeRule): void {
  const { scopes, word } = scopesOf(needed);
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0 || (word === 'or' && missing.length < scopes.length)) return;
  const names = missing.map((scope) => `"${scope}"`).join(` ${word} `);
  throw new ApiError('insufficient_scope', {
    message: `The API key lacks the scope ${names}.`,
    headers: { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}
