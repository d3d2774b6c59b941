import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError, notFound } from '../errors/api-error';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.rules';
import { contextOf } from '../http/request-context';

/** Resolves the ids of the path for the caller and requires the headers of the operation, before a body is read. */
@Injectable()
export class ResourceGuard implements CanActivate {
  constructor(private readonly modules: ModuleRef) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(request);
    const { operation, caller } = context;
    if (!operation || !caller) return true;
    if (operation.on) {
      const resources = this.modules.get(operation.on, { strict: false });
      context.resource = await resources.find(caller, request.params as Record<string, string>);
      if (!context.resource) throw notFound();
    }
    if (operation.isIdempotent === true && idempotencyKeyOf(request.headers['idempotency-key']) === null) {
      throw new ApiError('idempotency_key_required');
    }
    if (operation.ifMatch && !request.headers['if-match']?.trim()) throw new ApiError('precondition_required');
    return true;
  }
}
