import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { FailedAuthentications } from '../rate-limit/failed-authentications';
import { type AuthenticationFailure, Authenticator, type Caller } from '../auth/caller';
import { operationOf } from './operation';
import { contextOf } from './request-context';

/** Authenticates a request by its `Authorization: Bearer` header, or answers 401, and 429 to an address that has failed too often. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentications,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOf(this.reflector, context);
    if (!operation) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerTokenOf(request.rawHeaders);
    const found = token === null ? 'unknown' : await this.authenticator.authenticate(token);
    if (typeof found === 'string') return this.refuse(request, messageFor(token, found));
    Object.assign(contextOf(request), { operation, caller: found satisfies Caller });
    return true;
  }

  private async refuse(request: Request, message: string | undefined): Promise<never> {
    await this.failures.count(request.ip);
    const sentToken = request.headers.authorization !== undefined;
    const challenge = sentToken ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"';
    throw new ApiError('invalid_api_key', { message, headers: { 'WWW-Authenticate': challenge } });
  }
}

const MESSAGES: Record<AuthenticationFailure, string | undefined> = {
  unknown: undefined,
  expired: 'This API key has expired. Issue a new one.',
  secret_expired: 'This secret of the API key was replaced and has expired. Use the secret that the rotation issued.',
  revoked: 'This API key has been revoked. Issue a new one.',
};

/** Submission tokens are recognized by their prefix alone; whether the token is valid is not looked up here. */
const messageFor = (token: string | null, failure: AuthenticationFailure): string | undefined =>
  token?.startsWith('fst_') ? SUBMISSION_TOKEN_SENT : MESSAGES[failure];

const SUBMISSION_TOKEN_SENT =
  'This is the submission token of a form, which is valid for its submit address only. Send an API key, which begins with fck_.';

/**
 * The token of `Authorization: Bearer <token>` (RFC 6750), or null. Node keeps only the first of several Authorization lines, so the raw
 * headers are read: a proxy could read two different lines in another way than this service, so they count as none.
 */
function bearerTokenOf(rawHeaders: readonly string[]): string | null {
  const values = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === 'authorization') values.add(rawHeaders[index + 1]!);
  }
  if (values.size !== 1) return null;
  const [value] = values;
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value!.trim())?.[1] ?? null;
}
