import type { ExecutionContext, Type } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { Request } from 'express';
import type { Caller } from '../auth/caller';
import type { OperationContext } from '../http/request-context';
import { operationContextOf } from '../http/request-context';
import type { OperationMetadata } from '../operation/operation.types';
import { Precondition } from '../preconditions/precondition';
import { ResourceResolver } from './resource-resolver';

/** The caller whose key has authenticated the request. */
export const CurrentCaller = (): ParameterDecoratorFor<Caller> => caller();

/** The resource that the operation's resolver has found. `@Operation({ resource })` names the same resolver, which is checked at start. */
export const Resource = <Found>(resolver: Type<ResourceResolver<Found>>): ParameterDecoratorFor<Found> =>
  resource(resolver);

/** The resource that the operation's precondition has locked. `@Operation({ ifMatch })` names the same precondition, which is checked at start. */
export const LockedResource = <Locked>(precondition: Type<Precondition<Locked>>): ParameterDecoratorFor<Locked> =>
  lockedResource(precondition);

/** Throws when a parameter of a handler names another resolver or precondition than its operation does: it would never get a value. */
export function checkResourceParameters(controller: Type, handler: string, operation: OperationMetadata): void {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, Parameter>;
  for (const { data } of Object.values(parameters)) {
    if (isResolver(data) && data !== operation.resource) throw undeclared(controller, handler, 'resource', data);
    if (isPrecondition(data) && data !== operation.ifMatch) throw undeclared(controller, handler, 'ifMatch', data);
  }
}

interface Parameter {
  data: unknown;
}

const isResolver = (data: unknown): data is Type =>
  typeof data === 'function' && data.prototype instanceof ResourceResolver;

const isPrecondition = (data: unknown): data is Type =>
  typeof data === 'function' && data.prototype instanceof Precondition;

const undeclared = (controller: Type, handler: string, member: string, { name }: Type): Error =>
  new Error(
    `${controller.name}.${handler} has a parameter of ${name}, which its operation does not declare as "${member}".`,
  );

/** A parameter decorator that compiles only where the type of the parameter accepts the value. */
type ParameterDecoratorFor<Value> = <Target extends object, Method extends keyof Target & string, Index extends number>(
  target: Target,
  method: Method,
  index: [Value] extends [ParameterOf<Target[Method], Index>] ? Index : never,
) => void;

type ParameterOf<Method, Index extends number> = Method extends (...parameters: infer All) => unknown
  ? All[Index]
  : never;

const caller = createParamDecorator((_: undefined, execution) => contextIn(execution).caller);
const resource = createParamDecorator((_: Type<ResourceResolver>, execution) => contextIn(execution).resource);
const lockedResource = createParamDecorator((_: Type<Precondition>, execution) => contextIn(execution).locked);

const contextIn = (execution: ExecutionContext): OperationContext =>
  operationContextOf(execution.switchToHttp().getRequest<Request>());
