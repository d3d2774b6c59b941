import { html, render } from 'lit-html';
import { routeOf } from './routes';
import { signInByLink } from './session/session';
import { counts, readCounts } from './shell/counts';
import { keepFocus } from './shell/focus';
import { onKeys } from './shell/keys';
import { page } from './shell/navigation';
import { poll } from './shell/poll';
import { visits } from './shell/visits';
import type { View, ViewContext } from './view';

const COUNTS_PAUSE_MS = 5000;

const NOTHING: View = {
  title: () => 'No such page',
  render: () =>
    html`<h1>No such page</h1>
      <p>There is nothing at this address. <a href="#/inbox">Inbox</a></p>`,
};

let view: View | null = null;
let path = '';
let left = new AbortController();
let isDue = false;
let isHeadingDue = false; // the heading gets the focus once a view is opened from another one, for readers of screens

function draw(): void {
  isDue = false;
  if (!view) return;
  render(page(path, view.render()), document.body);
  document.title = [counts.unread > 0 ? `(${counts.unread})` : '', view.title()].join(' ').trim();
  const heading = isHeadingDue ? document.querySelector('h1') : null;
  if (!heading) return keepFocus();
  isHeadingDue = false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function update(): void {
  if (!isDue) queueMicrotask(draw);
  isDue = true;
}

/** Behind the `#` is a view, or the secret of a link, which leaves the address and the history before it is sent. */
async function go(): Promise<void> {
  const address = location.hash.slice(1);
  if (address && !address.startsWith('/')) {
    history.replaceState(null, '', location.pathname + location.search);
    await signInByLink(address);
    return go();
  }
  const [wanted, search] = (address || '/inbox').split('?') as [string, string?];
  const query = new URLSearchParams(search);
  if (view?.changed && wanted === path) return view.changed(query);
  if (!view?.isUnsaved?.()) visits.delete(path);
  left.abort();
  left = new AbortController();
  isHeadingDue = view !== null;
  path = wanted;
  const visit = visits.get(path) ?? visitOf(query);
  visits.set(path, visit);
  visit.context.signal = left.signal;
  ({ view } = visit);
  view.enter?.();
  scrollTo(0, 0);
  update();
}

function visitOf(query: URLSearchParams): { view: View; context: ViewContext } {
  const { factory, params } = routeOf(path) ?? { factory: () => NOTHING, params: {} };
  const context = { params, query, update, signal: left.signal };
  return { view: factory(context), context };
}

addEventListener('hashchange', () => void go());
addEventListener('console-changed', update);
onKeys(() => view?.keys ?? {});
void go().then(() => {
  void readCounts().catch(() => undefined); // asked again soon
  void poll(readCounts, new AbortController().signal, COUNTS_PAUSE_MS);
});
