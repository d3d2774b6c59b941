import { html, nothing, type TemplateResult } from 'lit-html';
import { connection } from '../session/connection';
import { isKept, type Scope, session } from '../session/rights';
import { signOut } from '../session/session';
import { counts } from './counts';

interface Place {
  path: string;
  icon: string;
  name: string;
  /** The scope that a session needs to open the page. */
  scope?: Scope;
}

const PLACES: Place[] = [
  { path: '/inbox', icon: 'inbox', name: 'Inbox', scope: 'submissions:read' },
  { path: '/attention', icon: 'attention', name: 'Needs attention', scope: 'workflows:read' },
  { path: '/forms', icon: 'forms', name: 'Forms', scope: 'forms:read' },
  { path: '/quarantine', icon: 'quarantine', name: 'Quarantine', scope: 'submissions:read' },
  { path: '/trash', icon: 'trash', name: 'Trash', scope: 'submissions:read' },
  { path: '/account', icon: 'account', name: 'Account' },
];

/** The page around a view: its head, the navigation, and a notice while the service is away. `path` is the address of the view. */
export function page(path: string, content: TemplateResult): TemplateResult {
  return html`<div class="side">
      <header>
        <a class="brand" href="#/inbox">Forms<span class="visually-hidden">, start page</span></a>
        <p class="muted">${who()}</p>
      </header>
      <nav aria-label="Main">
        <ul>
          ${PLACES.filter(({ scope }) => !scope || !isKept(scope)).map((place) => html`<li>${link(place, path)}</li>`)}
        </ul>
        <button type="button" class="row-action sign-out" @click=${() => void signOut()}>Sign out</button>
      </nav>
    </div>
    <main>
      <p role="status" class=${connection.isLost ? 'away' : 'visually-hidden'}>${connection.isLost ? AWAY : nothing}</p>
      ${content}
    </main>`;
}

/** The account and the person or the key of the session, with a note if it is read-only. */
function who(): TemplateResult | typeof nothing {
  const { owner, rights } = session;
  if (!owner) return nothing;
  const { account, key, person } = owner;
  const name = (person ?? key)?.name;
  return html`<bdi>${account.name}</bdi> ${name ? html` · <bdi>${name}</bdi>` : nothing}
    ${rights?.writes_enabled === false ? ' · only reads' : nothing}`;
}

const AWAY = 'The service does not answer. This page goes on by itself when it is back.';

function link({ path, icon, name }: Place, present: string): TemplateResult {
  const isSubmission = present.includes('/submissions/'); // a submission belongs to its form, but is read in the inbox
  const isPresent = path === (isSubmission ? '/inbox' : `/${present.split('/')[1]}`);
  return html`<a href="#${path}" aria-current=${isPresent ? 'page' : nothing}>
    <svg class="icon" aria-hidden="true"><use href="#icon-${icon}"></use></svg>
    <span>${name}</span>${number(path)}
  </a>`;
}

function number(path: string): TemplateResult | typeof nothing {
  const { unread, hasMoreAttention, notices, unsent } = counts;
  const attention = counts.attention + notices.length + unsent.length;
  if (path === '/inbox' && unread > 0) return html` <b class="count">${unread}<i> unread</i></b>`;
  if (path === '/attention' && attention > 0) return html` <b class="count failed">${attention}${hasMoreAttention ? '+' : ''}</b>`;
  return nothing;
}
