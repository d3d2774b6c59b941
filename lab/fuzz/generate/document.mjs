import { readFileSync } from 'node:fs';

export const apiDocument = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

/** Follows a reference. */
export function resolved(part) {
  if (part?.$ref === undefined) return part;
  const path = part.$ref.slice(2).split('/');
  return resolved(path.reduce((node, name) => node[name.replaceAll('~1', '/').replaceAll('~0', '~')], apiDocument));
}

/** All operations, each with its method, its path in segments and its parts with references followed. */
export const OPERATIONS = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    segments: path.split('/').slice(1),
    parameters: (operation.parameters ?? []).map(resolved),
    content: resolved(operation.requestBody)?.content ?? null,
    responses: Object.fromEntries(Object.entries(operation.responses).map(([status, part]) => [status, resolved(part)])),
    isPublic: operation.security?.some((scheme) => Object.keys(scheme).length === 0) ?? false,
  })),
);

const routes = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request addresses, or null. */
export function operationOf(method, target) {
  const [path] = target.split('?');
  return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation ?? null;
}
