import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';

/**
 * A path with one name for the parameter of each resource, which clients see: `/v1/forms/{id}` is `/v1/forms/{form}`, as in the paths below
 * it. The addresses themselves stay the same.
 */
export const documentedPath = (path: string): string => path.replace(/\/(\w+)s\/\{id\}/g, '/$1s/{$1}').replace('{node_id}', '{node}');

/** Renames the parameters of paths. */
export function namePaths(document: OpenAPIObject): void {
  const entries = Object.entries(document.paths).map(([path, methods]) => {
    const renamed = namesBetween(path, documentedPath(path));
    for (const { parameters = [] } of Object.values(methods) as OperationObject[])
      for (const parameter of parameters)
        if ('in' in parameter && parameter.in === 'path') parameter.name = renamed.get(parameter.name) ?? parameter.name;
    return [documentedPath(path), methods] as const;
  });
  document.paths = {};
  for (const [path, methods] of entries) document.paths[path] = { ...document.paths[path], ...methods };
}

function namesBetween(before: string, after: string): Map<string, string> {
  const old = namesIn(before);
  return new Map(namesIn(after).map((name, index) => [old[index]!, name]));
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
