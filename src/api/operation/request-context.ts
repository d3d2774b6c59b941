import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { Caller } from '../auth/caller';
import type { FieldError } from '../errors/api-error';
import type { SpanPlace } from '../../platform/tracing/spans';
import { RightsRecheck } from './rights-recheck';
import type { OperationMetadata } from './operation.types';
import { Precondition, type ResourceIds, ResourceResolver } from './resource-resolver';

export interface RequestContext {
  requestId: string;
  /** The client's own id for the request, for the log only. */
  clientRequestId: string | null;
  startedAt: number;
  route?: string;
  operation?: OperationMetadata;
  caller?: Caller;
  /** Reads the caller and its current rights again, or throws 401. Set by `ApiKeyGuard`. */
  callerNow?: () => Promise<Caller>;
  resolver?: ResourceResolver;
  resource?: unknown;
  resourceIds?: ResourceIds;
  /** Locks what the operation edits or creates, and knows its ETag. Set by `ResourceGuard` when the operation declares a precondition. */
  precondition?: Precondition;
  /** True for a caller that needs no scope for this path. Set by `ScopeGuard`. */
  isExempt?: boolean;
  /** Checks the rights of the caller again in the transaction. Set by `ResourceGuard` when the operation declares a recheck. */
  recheck?: RightsRecheck;
  granted?: unknown;
  /** The parsed body as the client sent it. Set by `OperationInterceptor`; the handler gets an instance of the DTO class instead. */
  body?: unknown;
  /** The errors of the query and the body. Set by `OperationInterceptor`. */
  errors?: readonly FieldError[];
  /** The place of the request in a trace that contains other spans as well, such as those of a run. */
  span?: SpanPlace;
  /** The locked resource. Set by `IfMatchInterceptor` when the ETag has matched. */
  locked?: unknown;
}

export type OperationContext = RequestContext & Required<Pick<RequestContext, 'operation' | 'caller' | 'callerNow' | 'route'>>;

const CONTEXT = Symbol('request context');

export function openContext(request: Request, context: RequestContext): void {
  (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT] = context;
}

export function contextOf(request: Request): RequestContext {
  const context = (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT];
  if (!context) throw new Error('The request has not passed requestMiddleware.');
  return context;
}

/** The context of a request that executes an operation. Throws for a public route. */
export function operationContextOf(request: Request): OperationContext {
  const context = contextOf(request);
  if (!context.operation) throw new Error('A public route has no operation and no caller.');
  return context as OperationContext;
}

export const CurrentCaller = (): ParameterDecoratorFor<Caller> => caller();

/** The resource that the resolver has found. The start of the process verifies that `@Operation({ resource })` names the same resolver. */
export const Resource = <Found>(resolver: Type<ResourceResolver<Found>>): ParameterDecoratorFor<Found> => resource(resolver);

/** The locked resource. The start of the process verifies that `@Operation({ ifMatch })` names the same precondition. */
export const LockedResource = <Locked>(precondition: Type<Precondition<Locked>>): ParameterDecoratorFor<Locked> =>
  lockedResource(precondition);

/** The result of the recheck. The start of the process verifies that `@Operation({ recheck })` names the same class. */
export const Granted = <Granted>(recheck: Type<RightsRecheck<Granted>>): ParameterDecoratorFor<Granted> => granted(recheck);

/**
 * The errors of the input, for a handler that adds further ones (`@Operation({ body: { furtherErrors: true } })`). When there are any, the
 * handler may read the input to find more errors, but must not use it: `refuseErrors` answers with all of them.
 */
export const Errors = (): ParameterDecoratorFor<readonly FieldError[]> => errors();

/** Throws when a handler's parameter names another resolver, precondition or recheck than its operation: it would never get a value. */
export function checkResourceParameters(controller: Type, handler: string, operation: OperationMetadata): void {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, { data: unknown }>;
  for (const { data } of Object.values(parameters)) {
    for (const [base, member] of DECLARED_CLASSES) {
      const isOfKind = typeof data === 'function' && data.prototype instanceof base;
      if (isOfKind && data !== operation[member]) throw undeclared(controller, handler, member, data);
    }
  }
}

const DECLARED_CLASSES = [
  [ResourceResolver, 'resource'],
  [RightsRecheck, 'recheck'],
  [Precondition, 'ifMatch'],
] as const;

const undeclared = (controller: Type, handler: string, member: string, { name }: { name: string }): Error =>
  new Error(`${controller.name}.${handler} has a parameter of ${name}, which its operation does not declare as "${member}".`);

/** A parameter decorator that compiles only when the type of the parameter accepts the value. */
type ParameterDecoratorFor<Value> = <Target extends object, Method extends keyof Target & string, Index extends number>(
  target: Target,
  method: Method,
  index: [Value] extends [ParameterOf<Target[Method], Index>] ? Index : never,
) => void;

type ParameterOf<Method, Index extends number> = Method extends (...parameters: infer All) => unknown ? All[Index] : never;

const caller = createParamDecorator((_: undefined, execution) => contextIn(execution).caller);
const errors = createParamDecorator((_: undefined, execution) => contextIn(execution).errors ?? []);
const resource = createParamDecorator((_: Type<ResourceResolver>, execution) => contextIn(execution).resource);
const granted = createParamDecorator((_: Type<RightsRecheck>, execution) => contextIn(execution).granted);
const lockedResource = createParamDecorator((_: Type<Precondition>, execution) => contextIn(execution).locked);

const contextIn = (execution: ExecutionContext): OperationContext => operationContextOf(execution.switchToHttp().getRequest<Request>());
