import { lazy } from './lazy-view';
import type { ViewFactory } from './view';
import { account } from './views/account';
import { attention } from './views/attention';
import { forms } from './views/forms';
import { inbox } from './views/inbox';
import { quarantine } from './views/quarantine';
import { submission } from './views/submission';

/** The addresses behind the `#`; a part in braces is a parameter. */
const ROUTES: Record<string, ViewFactory> = {
  '/inbox': inbox,
  '/attention': attention,
  '/forms': forms,
  '/forms/{form}': lazy(async () => (await import('./views/form')).form),
  '/forms/{form}/workflow': lazy(async () => (await import('./views/workflow')).workflow),
  '/forms/{form}/runs/{run}': lazy(async () => (await import('./views/run')).run),
  '/forms/{form}/submissions/{submission}': submission,
  '/quarantine': quarantine,
  '/account': account,
  '/account/keys': lazy(async () => (await import('./views/keys')).keys),
};

/**
 * The view at an address, and what stands in place of its parameters; null where there is none. Dots alone, which somebody has typed, would
 * lead to another resource of the API: the dash in their place is no id of anything.
 */
export function routeOf(path: string): { factory: ViewFactory; params: Record<string, string> } | null {
  const parts = path.split('/');
  for (const [route, factory] of Object.entries(ROUTES)) {
    const pattern = route.split('/');
    const params: Record<string, string> = {};
    const fits = pattern.every((name, index) => {
      if (!name.startsWith('{')) return name === parts[index];
      params[name.slice(1, -1)] = parts[index]?.replace(/^\.\.?$/, '-') ?? '';
      return Boolean(parts[index]);
    });
    if (fits && pattern.length === parts.length) return { factory, params };
  }
  return null;
}
