import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError } from '../errors/api-error';
import { operationOf } from '../operation/operation';
import { contextOf } from '../http/request-context';
import { FailedAuthentications } from '../rate-limit/failed-authentications';
import type { AuthenticationFailure } from './authenticator';
import { Authenticator } from './authenticator';
import { bearerTokenOf } from './bearer-token.rules';
import type { Caller } from './caller';

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
    if (typeof found === 'string') return this.refuse(request, found);
    Object.assign(contextOf(request), { operation, caller: found satisfies Caller });
    return true;
  }

  private async refuse(request: Request, failure: AuthenticationFailure): Promise<never> {
    await this.failures.count(request.ip);
    const sentToken = request.headers.authorization !== undefined;
    const challenge = sentToken ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"';
    throw new ApiError('invalid_api_key', { message: MESSAGES[failure], headers: { 'WWW-Authenticate': challenge } });
  }
}

const MESSAGES: Record<AuthenticationFailure, string | undefined> = {
  unknown: undefined,
  expired: 'This API key has expired. Issue a new one.',
  revoked: 'This API key has been revoked. Issue a new one.',
};
