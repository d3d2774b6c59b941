import type { ViewFactory } from './view';
import { run } from './views/run';
import { workflow } from './views/workflow';

/** The addresses behind the `#`; a part in braces is a parameter. */
const ROUTES: Record<string, ViewFactory> = {
  '/forms/{form}/workflow': workflow,
  '/forms/{form}/runs/{run}': run,
};

export function routeOf(path: string): { factory: ViewFactory; params: Record<string, string> } | null {
  const parts = path.split('/');
  for (const [route, factory] of Object.entries(ROUTES)) {
    const pattern = route.split('/');
    const params: Record<string, string> = {};
    const fits = pattern.every((name, index) => {
      if (!name.startsWith('{')) return name === parts[index];
      params[name.slice(1, -1)] = parts[index] ?? '';
      return Boolean(parts[index]);
    });
    if (fits && pattern.length === parts.length) return { factory, params };
  }
  return null;
}
