import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf, contextOf } from '../http/request-context';

const requestOf = (execution: ExecutionContext): Request => execution.switchToHttp().getRequest<Request>();

/** Who holds the key of the request. */
export const CurrentCaller = createParamDecorator((_: unknown, execution: ExecutionContext) =>
  callerOf(requestOf(execution)),
);

/** What the ids in the path stand for, as the operation's `on` has found it. */
export const Resource = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => contextOf(requestOf(execution)).resource,
);

/** What the operation's `ifMatch` has locked, in the transaction of the request. */
export const LockedResource = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => contextOf(requestOf(execution)).locked,
);
