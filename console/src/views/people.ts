import { html, nothing, type TemplateResult } from 'lit-html';
import { etagOf } from 'form-collection-client';
import { api } from '../api';
import { backLink } from '../elements/basics';
import { listSheet } from '../elements/list-sheet';
import { time } from '../elements/time';
import { may, maySee, session } from '../session/rights';
import type { View } from '../view';
import { AccessPage } from './keys/access-page';
import { changeKey } from './keys/change-key';
import { invite } from './people/invite';
import { endAccess, linkFor, linkSheet, newLink, type SignInLink } from './people/person-dialogs';
import type { Person } from './people/person.rules';
import { personRow } from './people/person-row';

/** The people who use the console, each with a role, and what they did. */
export class PeoplePage extends AccessPage<Person, SignInLink> implements View {
  readonly title = () => 'People';
  protected readonly kind = 'person';
  protected readonly address = '#/account/people';
  protected readonly listId = 'people';

  render(): TemplateResult {
    const { shown } = this;
    return html`<header class="head">
        <div>
          ${backLink('#/account', 'Account')}
          <h1>People</h1>
          <p class="muted">Those who use this console. Programs have <a href="#/account/keys">keys</a>.</p>
        </div>
        ${
          may('keys:manage') && this.grantor
            ? html`<button type="button" class="main-action" @click=${this.act(() => this.invite())}>Invite</button>`
            : nothing
        }
      </header>
      ${this.outcome()}
      ${
        maySee('keys:manage')
          ? html`<div class="account">
              ${shown ? linkSheet(shown, () => void this.show(null)) : nothing} ${this.peopleList()} ${this.activity.render()}
            </div>`
          : nothing
      }`;
  }

  private peopleList(): TemplateResult {
    const { list, status } = this;
    return listSheet({
      ...{ id: 'people', title: 'People', list },
      beside: this.statusChoice(),
      row: (person) => personRow(person, this.actionsFor(person), this.makerOf(person)),
      empty: status === 'active' ? NONE : 'Nobody in the last 90 days.',
      readOlder: this.act(() => this.readOlder()),
    });
  }

  private actionsFor(person: Person): Record<string, () => void> {
    const { act } = this;
    const end = act(() => this.end(person));
    const word = person.person.joined_at === null ? 'Invite again' : 'Send a link';
    return {
      ...(session.owner?.offers.mail && !person.current && { [word]: act(() => this.inviteAgain(person)) }),
      ...(!person.current && { 'Copy a link': act(async () => this.show((await linkFor(person)) ?? this.shown)) }),
      Change: act(() => this.change(person)),
      Activity: () => (location.hash = `${this.address}?key=${person.id}`),
      ...(person.current ? { Leave: end } : { End: end }),
    };
  }

  /** Invites somebody by a mail. Without a mail server there is a link to hand over. */
  private async invite(): Promise<void> {
    const invited = await invite(this.grantor!);
    if (!invited) return;
    const { person, isMailed } = invited;
    if (isMailed) this.notice = `An invitation is on its way to ${person.person.address}. It opens for seven days.`;
    else await this.show(await newLink(person));
    await this.readAgain();
  }

  private async inviteAgain(person: Person): Promise<void> {
    const { data } = await api.createInvitation({ path: { key: person.id } });
    this.notice = html`A mail is on its way to ${data.address}. Its link opens until ${time(data.expires_at)}, and ends the ones before.`;
    await this.activity.read();
  }

  private async change(person: Person): Promise<void> {
    const answer = await api.getKey({ path: { key: person.id } });
    await changeKey(answer.data, etagOf(answer)!, this.grantor!);
    await this.readAgain();
  }

  private async end(person: Person): Promise<void> {
    if (!(await endAccess(person))) return;
    if (this.shown?.person.id === person.id) this.shown = null;
    await this.ended(`${person.name} has no access any more.`);
  }
}

const NONE = 'Nobody was invited yet. Whoever opens the console by a link of the operator is not one of the people.';
