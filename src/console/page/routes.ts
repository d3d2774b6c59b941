import type { ViewFactory } from './view';
import { account } from './views/account';
import { attention } from './views/attention';
import { form } from './views/form';
import { forms } from './views/forms';
import { inbox } from './views/inbox';
import { quarantine } from './views/quarantine';
import { run } from './views/run';
import { submission } from './views/submission';
import { workflow } from './views/workflow';

/** The addresses behind the `#`; a part in braces is a parameter. */
const ROUTES: Record<string, ViewFactory> = {
  '/inbox': inbox,
  '/attention': attention,
  '/forms': forms,
  '/forms/{form}': form,
  '/forms/{form}/workflow': workflow,
  '/forms/{form}/runs/{run}': run,
  '/forms/{form}/submissions/{submission}': submission,
  '/quarantine': quarantine,
  '/account': account,
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
