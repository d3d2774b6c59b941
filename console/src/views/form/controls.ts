import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isTicked, problem, saving, valueOf } from '../../elements/notices';
import { may } from '../../session/rights';
import type { Edit } from './edit';
import { keyOf, kindOf, labelsOf, messagesAbout, type Member } from './members.rules';

/** The controls of members, each with its hint, what the service refused in it, and its warnings. */
export function controls(edit: Edit, members: readonly Member[], warnings: readonly Warning[] = [], offer?: Offer): TemplateResult {
  const labels = labelsOf(members);
  return html`<div class="members">
    ${members.map((member) => {
      const [id, text] = [idOf(member), edit.text(member)];
      const faults = messagesAbout(member, text, edit.details, labels);
      const notes = warnings.filter(({ key }) => key === keyOf(member));
      const describedBy = [member.hint && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ');
      return html`<div class="member is-${kindOf(member)}">
        <label for=${id}>${member.label}</label>
        ${member.hint ? html`<small class="muted" id="${id}-hint">${member.hint}</small>` : nothing}
        ${control(edit, member, text, { id, describedBy, isFaulty: faults.length > 0 })}
        ${faults.length > 0 ? html`<p class="failed" id="${id}-fault">${faults.map((fault) => html`${fault} `)}</p>` : nothing}
        ${notes.map(({ text: note }) => html`<p class="warning">${note}</p>`)}
        ${faults.length + notes.length > 0 ? (offer?.(member, text) ?? nothing) : nothing}
      </div>`;
    })}
  </div>`;
}

/** What a member needs elsewhere, as something to press, where it is missing. */
export type Offer = (member: Member, text: string) => TemplateResult | null;

/** What the service warns of, at the member that it is about. */
export interface Warning {
  /** The member that it is about. */
  key: string | undefined;
  text: string;
}

const idOf = (member: Member): string => `m-${keyOf(member).replace(/\W/g, (sign) => `-${sign.charCodeAt(0)}-`)}`;

interface Traits {
  id: string;
  describedBy: string;
  isFaulty: boolean;
}

function control(edit: Edit, member: Member, text: string, { id, describedBy, isFaulty }: Traits): TemplateResult {
  const kind = kindOf(member);
  const { choices = [], words = {}, none, isFixed = false } = member;
  const type = (event: Event) => edit.type(member, valueOf(event));
  const [about, invalid] = [describedBy || nothing, isFaulty || nothing];
  if (kind === 'check') {
    return html`<input
      id=${id}
      type="checkbox"
      aria-describedby=${about}
      ?disabled=${isFixed}
      .checked=${live(text === 'true')}
      @change=${(event: Event) => edit.type(member, String(isTicked(event)))}
    />`;
  }
  if (kind === 'choice') {
    const word = (choice: string) => (choice ? (words[choice] ?? choice) : none);
    const all = [...(none === undefined ? [] : ['']), ...choices, ...(text && !choices.includes(text) ? [text] : [])];
    return html`<select id=${id} aria-describedby=${about} aria-invalid=${invalid} ?disabled=${isFixed} @change=${type}>
      ${all.map((choice) => html`<option value=${choice} .selected=${live(choice === text)}>${word(choice)}</option>`)}
    </select>`;
  }
  if (kind === 'area' || kind === 'lines') {
    const rows = Math.min(10, Math.max(2, text.split('\n').length));
    return html`<textarea
      id=${id}
      rows=${rows}
      aria-describedby=${about}
      aria-invalid=${invalid}
      spellcheck=${kind === 'area'}
      .value=${live(text)}
      @input=${type}
    ></textarea>`;
  }
  return html`<input
    id=${id}
    type=${kind === 'time' ? 'datetime-local' : 'text'}
    inputmode=${kind === 'number' ? 'numeric' : nothing}
    step=${kind === 'time' ? 1 : nothing}
    aria-describedby=${about}
    aria-invalid=${invalid}
    ?disabled=${isFixed}
    autocomplete="off"
    .value=${live(text)}
    @input=${type}
  />`;
}

/** Both versions of what was edited, when somebody else has changed the form meanwhile. */
export function conflict(edit: Edit, members: readonly Member[], keep: (event: Event) => unknown): TemplateResult | typeof nothing {
  if (!edit.isConflict) return nothing;
  const shown = members.filter((member) => edit.typed.has(keyOf(member)));
  const word = ({ words = {}, none = '' }: Member, text: string) => html`<bdi>${words[text] ?? (text || none || '–')}</bdi>`;
  return html`<div class="both-versions" role="alert">
    <p>Somebody else changed this form while you edited it. Nothing is lost: choose which one stays.</p>
    ${shown.map(
      (member) =>
        html`<dl>
          <dt>${member.label}</dt>
          <dd><span class="muted">Yours</span> ${word(member, edit.text(member))}</dd>
          <dd><span class="muted">Theirs</span> ${word(member, edit.theirs(member))}</dd>
        </dl>`,
    )}
    <p class="bar">
      <button type="button" @click=${keep}>Keep yours</button>
      <button type="button" @click=${() => edit.discard()}>Take theirs</button>
    </p>
  </div>`;
}

/** Members with their *Save*. */
export function memberForm(edit: Edit, members: readonly Member[], warnings: readonly Warning[], offer: Offer): TemplateResult {
  const save = async (form: Element) => {
    if (edit.typed.size > 0) await edit.save(members);
    else edit.notice = 'Nothing was changed.';
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = (event: Event) => (event.preventDefault(), void save(event.currentTarget as Element));
  const keep = (event: Event) => void save((event.currentTarget as Element).closest('form')!);
  const isReadOnly = !may('forms:update');
  return html`<fieldset ?disabled=${isReadOnly}>
    <form class="inside" novalidate @submit=${submit}>
      ${controls(edit, members, warnings, offer)} ${conflict(edit, members, keep)} ${edit.failure ? problem(edit.failure) : nothing}
      ${
        isReadOnly
          ? nothing
          : html`<p class="bar">
              <button>Save</button>
              ${saving(edit.typed.size > 0, edit.notice)}
            </p>`
      }
    </form>
  </fieldset>`;
}
