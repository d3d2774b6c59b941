import { html, nothing, type TemplateResult } from 'lit-html';
import type { KeyCapabilities } from 'form-collection-client';
import { readForms } from '../forms';
import { fact, problem, rowButton } from '../elements/basics';
import { moment } from '../elements/time';
import { ViewStore } from '../elements/view-store';
import { idleInWords } from '../session/ended.rules';
import { type Owner, maySee, refreshRights, session } from '../session/rights';
import { signOut } from '../session/session';
import { askForOwner, switchTo } from '../session/welcome';
import { patiently } from '../shell/poll';
import type { View, ViewContext } from '../view';
import { Address } from './account/address';
import { Erasures } from './account/erasures';
import { ExportLinks } from './account/export-links';
import { Passkeys } from './account/passkeys';
import { Sessions } from './account/sessions';
import { VisitorStops } from './account/visitor-stops';

export class AccountPage extends ViewStore implements View {
  readonly title = () => 'Account';
  private readonly address: Address;
  private readonly links: ExportLinks;
  private readonly erasures: Erasures;
  private readonly sessions: Sessions;
  private readonly passkeys: Passkeys;
  private readonly stops: VisitorStops;
  private isRead = false;

  constructor(context: ViewContext) {
    super(context);
    this.address = new Address(context);
    this.links = new ExportLinks(context);
    this.erasures = new Erasures(context);
    this.sessions = new Sessions(context);
    this.passkeys = new Passkeys(context);
    this.stops = new VisitorStops(context);
  }

  isUnsaved(): boolean {
    return this.erasures.value !== '' || this.address.value !== '' || this.stops.value !== '';
  }

  enter(): void {
    const { signal } = this.context;
    void patiently(
      () => this.read(),
      signal,
      (error) => (this.failure = error),
    );
  }

  render(): TemplateResult {
    const { failure, isRead } = this;
    const { rights } = session;
    return html`<header class="head">
        <h1>Account</h1>
        <div class="bar">
          ${
            maySee('keys:manage')
              ? html`<a class="button" href="#/account/people">People</a> <a class="button" href="#/account/keys">Keys</a>`
              : nothing
          }
          <button type="button" class="of-phones" @click=${() => void signOut()}>Sign out</button>
        </div>
      </header>
      ${failure ? problem(failure) : nothing}
      ${
        rights && isRead
          ? html`<div class="account">
              ${this.sessionFacts(rights)} ${this.sessions.render()} ${session.owner?.person ? this.passkeys.render() : nothing}
              ${maySee('keys:manage') ? this.address.render() : nothing}
              ${maySee('submissions:read') ? html`${this.links.render()} ${this.stops.render()}` : nothing}
              ${maySee('submissions:delete') ? this.erasures.render() : nothing}
            </div>`
          : nothing
      }`;
  }

  private sessionFacts(rights: KeyCapabilities): TemplateResult {
    const { form_access_mode: access, writes_enabled: mayWrite, compute_points: points, stored_files: files } = rights;
    const { owner } = session;
    return html`<section class="sheet" aria-labelledby="this-session">
      <header><h2 id="this-session">This session</h2></header>
      <dl class="facts inside">
        ${owner ? ownerFacts(owner, rights.expires_at) : nothing}
        ${abilitiesOf(rights.scopes).map(([what, abilities]) => fact(what, abilities))}
        ${access === 'selected' ? fact('Reach', 'only the forms that were chosen for you') : nothing}
        ${mayWrite ? nothing : fact('Changes', 'none: the key only reads, or the service accepts no changes now')}
        ${fact('Points', pointsInWords(points))} ${maySee('forms:read') ? fact('Files', filesInWords(files)) : nothing}
        ${owner && owner.accounts.length > 1 ? fact('Accounts', this.accounts(owner)) : nothing}
        ${owner?.asks_owner ? fact('Owner', html`<button type="button" @click=${this.act(askForOwner)}>Say who you are</button>`) : nothing}
      </dl>
    </section>`;
  }

  private accounts({ accounts }: Owner): TemplateResult {
    return html`<ul class="plain accounts">
      ${accounts.map(
        ({ account: { id, name }, current }) =>
          html`<li>
            <bdi>${name}</bdi>
            ${
              current
                ? html`<span class="muted">this one</span>`
                : rowButton(
                    'Switch',
                    `Switch to ${name}`,
                    this.act(() => switchTo(id)),
                  )
            }
          </li>`,
      )}
    </ul>`;
  }

  /** Reads all parts before the view shows any of them, so that nothing moves. */
  private async read(): Promise<void> {
    await refreshRights();
    const parts = [
      this.sessions.read(),
      ...(session.owner?.person ? [this.passkeys.read()] : []),
      ...(maySee('keys:manage') ? [this.address.read()] : []),
      ...(maySee('forms:read') ? [readForms()] : []), // the reports of erasures name the forms of receivers
      ...(maySee('submissions:read') ? [this.links.read(), this.stops.read()] : []),
      ...(maySee('submissions:delete') ? [this.erasures.read()] : []),
    ];
    await Promise.allSettled(parts);
    this.isRead = true;
    await Promise.all(parts); // one that has failed is told, and all are read again while the service is away
  }
}

type Scope = KeyCapabilities['scopes'][number];

const ABILITIES: Record<string, [Scope, string][]> = {
  Forms: [
    ['forms:read', 'see'],
    ['forms:create', 'make'],
    ['forms:update', 'change'],
    ['forms:delete', 'delete'],
  ],
  Submissions: [
    ['submissions:read', 'read, export'],
    ['submissions:update', 'mark, release, import'],
    ['submissions:delete', 'delete, erase'],
  ],
  Workflows: [
    ['workflows:read', 'see'],
    ['workflows:write', 'change'],
    ['workflows:test', 'test'],
    ['workflows:publish', 'publish'],
  ],
  Keys: [['keys:manage', 'make, change, revoke']],
};

const abilitiesOf = (scopes: readonly Scope[]): [string, string][] =>
  Object.entries(ABILITIES).map(([what, abilities]) => {
    const allowed = abilities.filter(([scope]) => scopes.includes(scope)).map(([, ability]) => ability);
    return [what, allowed.join(', ') || 'nothing'];
  });

function pointsInWords(points: KeyCapabilities['compute_points']): string {
  if (points === null) return 'no limit';
  const { available, granted, consumed, reserved } = points;
  const count = (number: number) => number.toLocaleString('en-GB');
  return `${count(available)} of ${count(granted)} left this month (${count(consumed)} used, ${count(reserved)} held by open runs)`;
}

const ownerFacts = ({ account, key, person, session: { idle_seconds: idle } }: Owner, end: string): TemplateResult =>
  html`${fact('Account', html`<bdi>${account.name}</bdi>`)}
  ${
    person
      ? fact('You', html`<bdi>${person.name}</bdi>, <bdi>${person.address}</bdi>`)
      : fact('Key', key ? html`<bdi>${key.name}</bdi>` : 'none: you have signed in by a link for the owner')
  }
  ${fact('Ends', html`${moment(end)}, or after ${idleInWords(idle)} without use`)}`;

const filesInWords = ({ used_bytes: used, max_bytes: max }: KeyCapabilities['stored_files']): string =>
  `${inMegabytes(used)} MB stored${max === null ? '' : `, of ${inMegabytes(max)} MB that the plan allows`}`;

const inMegabytes = (bytes: number): string => Math.ceil(bytes / 1e6).toLocaleString('en');
