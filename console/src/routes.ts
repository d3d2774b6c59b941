import { lazy } from './lazy-view';
import type { Scope } from './session/rights';
import type { ViewClass } from './view';
import { InboxPage } from './views/inbox';
import { SubmissionPage } from './views/submission';

/** The views by the address after the `#`, in which braces mark parameters, with the scope that a session needs to read them. */
const ROUTES: Record<string, [ViewClass, Scope?]> = {
  '/inbox': [InboxPage, 'submissions:read'],
  '/attention': [lazy(async () => (await import('./views/attention')).AttentionPage), 'workflows:read'],
  '/forms': [lazy(async () => (await import('./views/forms')).FormListPage), 'forms:read'],
  '/forms/{form}': [lazy(async () => (await import('./views/form')).FormPage), 'forms:read'],
  '/forms/{form}/workflow': [lazy(async () => (await import('./views/workflow')).WorkflowPage), 'workflows:read'],
  '/forms/{form}/runs/{run}': [lazy(async () => (await import('./views/run')).RunPage), 'workflows:read'],
  '/forms/{form}/submissions/{submission}': [SubmissionPage, 'submissions:read'],
  '/quarantine': [lazy(async () => (await import('./views/quarantine')).QuarantinePage), 'submissions:read'],
  '/trash': [lazy(async () => (await import('./views/trash')).TrashPage), 'submissions:read'],
  '/account': [lazy(async () => (await import('./views/account')).AccountPage)],
  '/account/people': [lazy(async () => (await import('./views/people')).PeoplePage), 'keys:manage'],
  '/account/keys': [lazy(async () => (await import('./views/keys')).KeysPage), 'keys:manage'],
};

/** A view, the parameters of its address, and the scope that a session needs to read it. */
interface Route {
  View: ViewClass;
  params: Record<string, string>;
  scope: Scope | undefined;
}

/** The view of an address, or null. A dash replaces parameters of dots, which would lead to another resource of the API. */
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
