import { html, render } from 'lit-html';
import { leaveDialogs } from './elements/dialog';
import { routeOf } from './routes';
import { followRights, isKept, refreshRights, type Scope } from './session/rights';
import { isOpenedAgain } from './session/proof';
import { signInByLink, signInDialog } from './session/session';
import { keepDoubleClicks } from './shell/clicks';
import { counts, readCounts } from './shell/counts';
import { keepFocus, onKeys } from './shell/keys';
import { page } from './shell/navigation';
import { poll } from './shell/poll';
import { store, watch } from './store';
import { isUnsaved, type View, type ViewContext, viewCache } from './view';

const COUNTS_PAUSE_MS = 5000;

const NOTHING: View = {
  title: () => 'No such page',
  render: () =>
    html`<header class="head"><h1>No such page</h1></header>
      <p class="notice">There is nothing at this address. <a href="#/inbox">Inbox</a></p>`,
};

/** The page in place of a view that the session may not read. */
const mayNotSee = (view: View, scope: Scope) =>
  html`<header class="head"><h1>${view.title()}</h1></header>
    <p class="notice">This session may not see this: its key is without <code>${scope}</code>.</p>`;

const present = store<{ view: View | null; path: string }>({ view: null, path: '' });
let left = new AbortController();
let isHeadingDue = false; // moves the focus to the heading after a change of view, for screen readers

function draw(): void {
  const { view, path } = present;
  if (!view) return;
  const scope = routeOf(path)?.scope;
  render(page(path, scope && isKept(scope) ? mayNotSee(view, scope) : view.render()), document.body);
  document.title = [counts.unread > 0 ? `(${counts.unread})` : '', view.title()].join(' ').trim();
  const heading = isHeadingDue ? document.querySelector('h1') : null;
  if (!heading) return keepFocus();
  isHeadingDue = false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Opens the view in the address after the `#`, or signs in with the secret of a link, which is removed from the address and the history
 * before it is sent. A view over which a link was opened stays, with the typed values. `before` is the previous address.
 */
async function go(before = ''): Promise<void> {
  const address = location.hash.slice(1);
  if (address && !address.startsWith('/')) {
    history.replaceState(null, '', `${location.pathname}${location.search}${present.view ? new URL(before).hash : ''}`);
    await signInByLink(address);
    return present.view ? undefined : go();
  }
  leaveDialogs();
  const [wanted, search] = (address || '/inbox').split('?') as [string, string?];
  const query = new URLSearchParams(search);
  const { view, path } = present;
  if (view?.changed && wanted === path) return view.changed(query);
  if (!view?.isUnsaved?.()) viewCache.delete(path);
  left.abort();
  left = new AbortController();
  isHeadingDue = view !== null;
  const visit = viewCache.get(wanted) ?? visitOf(wanted, query);
  viewCache.set(wanted, visit);
  Object.assign(visit.context, { query, signal: left.signal });
  [present.view, present.path] = [visit.view, wanted];
  if (view) void refreshRights().catch(() => undefined);
  visit.view.enter?.();
  scrollTo(0, 0);
}

function visitOf(path: string, query: URLSearchParams): { view: View; context: ViewContext } {
  const route = routeOf(path);
  const context = { params: route?.params ?? {}, query, signal: left.signal };
  return { view: route ? new route.View(context) : NOTHING, context };
}

addEventListener('hashchange', ({ oldURL }) => void go(oldURL));
addEventListener('beforeunload', (event) => {
  if (isUnsaved()) event.preventDefault();
});
onKeys(() => present.view?.keys ?? {});
keepDoubleClicks();
watch(draw);
if (!isOpenedAgain())
  void go().then(() => {
    followRights();
    void readCounts().catch(() => undefined); // the counts are read again soon
    void poll(readCounts, new AbortController().signal, COUNTS_PAUSE_MS);
    void signInDialog().catch(() => undefined); // it is loaded when it is needed otherwise
  });
