import { lazy } from './lazy-view';
import type { Scope } from './session/rights';
import type { ViewClass } from './view';
import { AccountPage } from './views/account';
import { AttentionPage } from './views/attention';
import { FormListPage } from './views/forms';
import { InboxPage } from './views/inbox';
import { QuarantinePage } from './views/quarantine';
import { SubmissionPage } from './views/submission';

/** The addresses behind the `#`, where a part in braces is a parameter, with what a session has to be allowed to read there. */
const ROUTES: Record<string, [ViewClass, Scope?]> = {
  '/inbox': [InboxPage, 'submissions:read'],
  '/attention': [AttentionPage, 'workflows:read'],
  '/forms': [FormListPage, 'forms:read'],
  '/forms/{form}': [lazy(async () => (await import('./views/form')).FormPage), 'forms:read'],
  '/forms/{form}/workflow': [lazy(async () => (await import('./views/workflow')).WorkflowPage), 'workflows:read'],
  '/forms/{form}/runs/{run}': [lazy(async () => (await import('./views/run')).RunPage), 'workflows:read'],
  '/forms/{form}/submissions/{submission}': [SubmissionPage, 'submissions:read'],
  '/quarantine': [QuarantinePage, 'submissions:read'],
  '/account': [AccountPage],
  '/account/keys': [lazy(async () => (await import('./views/keys')).KeysPage), 'keys:manage'],
};

/** A view, what stands in place of the parameters of its address, and what a session has to be allowed to read. */
interface Route {
  View: ViewClass;
  params: Record<string, string>;
  scope: Scope | undefined;
}

/**
 * The view at an address, and what stands in place of its parameters; null where there is none. Dots alone, which somebody has typed, would
 * lead to another resource of the API: the dash in their place is no id of anything.
 */
export function routeOf(path: string): Route | null {
  const parts = path.split('/');
  for (const [route, [View, scope]] of Object.entries(ROUTES)) {
    const pattern = route.split('/');
    const params: Record<string, string> = {};
    const fits = pattern.every((name, index) => {
      if (!name.startsWith('{')) return name === parts[index];
      params[name.slice(1, -1)] = parts[index]?.replace(/^\.\.?$/, '-') ?? '';
      return Boolean(parts[index]);
    });
    if (fits && pattern.length === parts.length) return { View, params, scope };
  }
  return null;
}
