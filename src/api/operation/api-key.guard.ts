import { type CanActivate, type ExecutionContext, Injectable, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { FailedAuthentications } from '../rate-limit/bucket-store';
import { type AuthenticationFailure, Authenticator, type Caller, SessionAuthenticator } from '../auth/caller';
import { operationOf } from './operation';
import { contextOf } from './request-context';

/** Authenticates a request by `Authorization: Bearer` or by a console session. Answers 401, and 429 after many failures. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentications,
    @Optional() private readonly sessions?: SessionAuthenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOf(this.reflector, context);
    if (!operation) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const sent = authorizationsOf(request.rawHeaders);
    const token = bearerTokenOf(sent);
    const isDownload = operation.bucket === 'read' && operation.reply.type === 'bytes';
    const find = async (isAgain: boolean): Promise<Caller | Refusal> => {
      if (token !== null) return this.authenticator.authenticate(token, isAgain);
      return (isAbsent(sent) && (await this.sessions?.authenticate(request, { isAgain, isDownload }))) || 'unknown';
    };
    const caller = await find(false);
    if (typeof caller === 'string') return this.refuse(request, { sent, token }, caller);
    const callerNow = async (): Promise<Caller> => {
      const found = await find(true);
      if (typeof found === 'string') throw invalidApiKey(messageFor(token, found));
      return found;
    };
    Object.assign(contextOf(request), { operation, caller, callerNow });
    return true;
  }

  /** Throws 401. Neither a request without a key nor an ended session counts as a failed authentication. */
  private async refuse(request: Request, { sent, token }: Credential, reason: Refusal): Promise<never> {
    if (!isAbsent(sent)) await this.failures.count(request.ip);
    throw invalidApiKey(messageFor(token, reason), sent.size > 0 ? ', error="invalid_token"' : '');
  }
}

/** An empty header counts as absent. */
const isAbsent = (sent: Authorizations): boolean => [...sent].every((value) => value.trim() === '');

type Authorizations = ReadonlySet<string>;

interface Credential {
  sent: Authorizations;
  token: string | null;
}

type Refusal = AuthenticationFailure | 'no_session';

export const invalidApiKey = (message?: string, challenge = ''): ApiError =>
  new ApiError('invalid_api_key', { message, headers: { 'WWW-Authenticate': `Bearer realm="api"${challenge}` } });

const MESSAGES: Record<Refusal, string | undefined> = {
  unknown: undefined,
  no_session: undefined,
  expired: 'This API key has expired. Issue a new one.',
  secret_expired: 'This secret of the API key was replaced and has expired. Use the secret that the rotation issued.',
  revoked: 'This API key has been revoked. Issue a new one.',
};

/** The message for a failed authentication. A submission token is recognized by its prefix alone, whether or not it is valid. */
export const messageFor = (token: string | null, failure: Refusal): string | undefined =>
  token?.startsWith('fst_') ? SUBMISSION_TOKEN_SENT : MESSAGES[failure];

const SUBMISSION_TOKEN_SENT =
  'This is the submission token of a form, which is valid for its submit address only. Send an API key, which begins with fck_.';

/** The distinct values of all `Authorization` headers. Node's `headers` keeps only the first. */
function authorizationsOf(rawHeaders: readonly string[]): Authorizations {
  const values = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === 'authorization') values.add(rawHeaders[index + 1]!);
  }
  return values;
}

/** The token of `Authorization: Bearer <token>` (RFC 6750), else null. Different headers are refused, since proxies may read either. */
function bearerTokenOf(values: Authorizations): string | null {
  if (values.size !== 1) return null;
  const [value] = values;
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value!.trim())?.[1] ?? null;
}
