import { lazy } from './lazy-view';
import type { Scope } from './session/rights';
import type { ViewFactory } from './view';
import { account } from './views/account';
import { attention } from './views/attention';
import { forms } from './views/forms';
import { inbox } from './views/inbox';
import { quarantine } from './views/quarantine';
import { submission } from './views/submission';

/** The addresses behind the `#`, where a part in braces is a parameter, with what a session has to be allowed to read there. */
const ROUTES: Record<string, [ViewFactory, Scope?]> = {
  '/inbox': [inbox, 'submissions:read'],
  '/attention': [attention, 'workflows:read'],
  '/forms': [forms, 'forms:read'],
  '/forms/{form}': [lazy(async () => (await import('./views/form')).form), 'forms:read'],
  '/forms/{form}/workflow': [lazy(async () => (await import('./views/workflow')).workflow), 'workflows:read'],
  '/forms/{form}/runs/{run}': [lazy(async () => (await import('./views/run')).run), 'workflows:read'],
  '/forms/{form}/submissions/{submission}': [submission, 'submissions:read'],
  '/quarantine': [quarantine, 'submissions:read'],
  '/account': [account],
  '/account/keys': [lazy(async () => (await import('./views/keys')).keys), 'keys:manage'],
};

/** A view, what stands in place of the parameters of its address, and what a session has to be allowed to read. */
interface Route {
  factory: ViewFactory;
  params: Record<string, string>;
  scope: Scope | undefined;
}

/**
 * The view at an address, and what stands in place of its parameters; null where there is none. Dots alone, which somebody has typed, would
 * lead to another resource of the API: the dash in their place is no id of anything.
 */
export function routeOf(path: string): Route | null {
  const parts = path.split('/');
  for (const [route, [factory, scope]] of Object.entries(ROUTES)) {
    const pattern = route.split('/');
    const params: Record<string, string> = {};
    const fits = pattern.every((name, index) => {
      if (!name.startsWith('{')) return name === parts[index];
      params[name.slice(1, -1)] = parts[index]?.replace(/^\.\.?$/, '-') ?? '';
      return Boolean(parts[index]);
    });
    if (fits && pattern.length === parts.length) return { factory, params, scope };
  }
  return null;
}
