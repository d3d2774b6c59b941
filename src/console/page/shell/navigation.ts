import { html, nothing, type TemplateResult } from 'lit-html';
import { session } from '../session/rights';
import { connection, signOut } from '../session/session';
import { counts } from './counts';

const PLACES = [
  { path: '/inbox', icon: 'inbox', name: 'Inbox' },
  { path: '/attention', icon: 'attention', name: 'Needs attention' },
  { path: '/forms', icon: 'forms', name: 'Forms' },
  { path: '/quarantine', icon: 'quarantine', name: 'Quarantine' },
  { path: '/account', icon: 'account', name: 'Account' },
];

/** The page around a view: its head, the navigation, and a line while the service is away. `path` is the address of the view. */
export function page(path: string, content: TemplateResult): TemplateResult {
  return html`<div class="side">
      <header>
        <a class="brand" href="#/inbox">Forms</a>
        <p class="muted">${who()}</p>
      </header>
      <nav aria-label="Main">
        <ul>
          ${PLACES.map((place) => html`<li>${link(place, path)}</li>`)}
        </ul>
        <button type="button" class="row-action sign-out" @click=${() => void signOut()}>Sign out</button>
      </nav>
    </div>
    <main>
      <p role="status" class=${connection.isLost ? 'away' : 'visually-hidden'}>${connection.isLost ? AWAY : nothing}</p>
      ${content}
    </main>`;
}

/** The account and the key of the session, and whether it only reads. */
function who(): TemplateResult | typeof nothing {
  const { owner, rights } = session;
  if (!owner) return nothing;
  const { account, key } = owner;
  return html`<bdi>${account.name}</bdi> ${key ? html` · <bdi>${key.name}</bdi>` : nothing}
    ${rights?.writes_enabled === false ? ' · only reads' : nothing}`;
}

const AWAY = 'The service does not answer. This page goes on by itself when it is back.';

function link({ path, icon, name }: (typeof PLACES)[number], present: string): TemplateResult {
  const isSubmission = present.includes('/submissions/'); // which belongs to the form, but is read as a part of the inbox
  const isPresent = path === (isSubmission ? '/inbox' : `/${present.split('/')[1]}`);
  return html`<a href="#${path}" aria-current=${isPresent ? 'page' : nothing}>
    <svg class="icon" aria-hidden="true"><use href="#icon-${icon}"></use></svg>
    <span>${name}</span>${number(path)}
  </a>`;
}

function number(path: string): TemplateResult | typeof nothing {
  const { unread, attention, hasMoreAttention } = counts;
  if (path === '/inbox' && unread > 0) return html` <b class="count">${unread}<i> unread</i></b>`;
  if (path === '/attention' && attention > 0) return html` <b class="count failed">${attention}${hasMoreAttention ? '+' : ''}</b>`;
  return nothing;
}
