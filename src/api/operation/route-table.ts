import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error';
import type { RouteMetadata } from './operation.types';
import { OPERATION } from './operation';
import { checkResourceParameters, contextOf } from './request-context';

export interface Route {
  method: string;
  path: string;
  segments: string[];
  metadata: RouteMetadata;
}

/** The routes of all controllers. The middleware answers 404, 405 and OPTIONS. Throws for a route that declares no kind. */
@Injectable()
export class RouteTable {
  private routes: Route[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): readonly Route[] {
    this.routes ??= this.discovery.getControllers().flatMap(({ instance }) => this.routesOf(instance as object));
    return this.routes;
  }

  /** Express middleware. `others` matches the paths of GET routes that no controller has. */
  middleware(others: RegExp) {
    const byLength: Route[][] = [];
    for (const route of this.all()) (byLength[route.segments.length] ??= []).push(route);
    return (request: Request, response: Response, next: NextFunction): void => {
      const segments = wellEncodedSegments(request.path);
      const sameLength = byLength[segments.length] ?? [];
      const isOther = others.test(request.path);
      const matching = isOther ? [OTHER] : sameLength.filter((route) => matches(route.segments, segments));
      if (matching.length === 0) throw new ApiError('resource_not_found', { message: NO_ADDRESS });
      const chosen = matching.find((route) => route.method === methodOf(request)) ?? null;
      contextOf(request).route = (chosen ?? matching[0])?.path;
      if (chosen) return next();
      const allow = allowed(matching);
      if (request.method !== 'OPTIONS')
        throw new ApiError('method_not_allowed', { message: `This address supports ${allow} only.`, headers: { Allow: allow } });
      response.setHeader('Allow', allow);
      response.status(204).end();
    };
  }

  private routesOf(controller: object): Route[] {
    const prefix = this.reflector.get<string>(PATH_METADATA, controller.constructor as never);
    const prototype = Object.getPrototypeOf(controller) as object;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => this.routeOf(controller, prefix, name));
  }

  private routeOf(controller: object, prefix: string, name: string): Route[] {
    const handler = (controller as Record<string, () => unknown>)[name]!;
    const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
    if (method === undefined) return [];
    const metadata = this.reflector.get<RouteMetadata | undefined>(OPERATION, handler);
    if (!metadata) throw new Error(`${controller.constructor.name}.${name} declares no operation.`);
    if (metadata !== 'public') checkResourceParameters(controller.constructor as Type, name, metadata);
    const path = `/${prefix}/${this.reflector.get<string>(PATH_METADATA, handler)}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    return [{ method: RequestMethod[method], path, segments: path.split('/'), metadata }];
  }
}

const NO_ADDRESS = 'There is no such address. /docs shows all that there are, and /openapi.json lists them; /llms.txt sums them up.';

const OTHER: Route = { method: 'GET', path: 'other', segments: [], metadata: 'public' };

const methodOf = ({ method }: Request): string => (method === 'HEAD' ? 'GET' : method);

/** The segments without decoding, as the router compares them. Throws for an invalid percent-encoding. */
function wellEncodedSegments(path: string): string[] {
  decodeURIComponent(path);
  return path.split('/');
}

const matches = (template: string[], segments: string[]): boolean => template.every((part, index) => matchesPart(part, segments[index]!));

/** A part of a path template is a text, a parameter (`:id`), or a parameter inside a text (`embed.:hash.js`). */
function matchesPart(part: string, segment: string): boolean {
  const start = part.indexOf(':');
  if (start <= 0) return start === 0 ? segment !== '' : part === segment;
  const prefix = part.slice(0, start);
  const suffix = part.slice(start).replace(/^:\w+/, '');
  const isLonger = segment.length > prefix.length + suffix.length;
  return isLonger && segment.startsWith(prefix) && segment.endsWith(suffix);
}

function allowed(routes: Route[]): string {
  const methods = new Set(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].sort().join(', ');
}
