import { html, nothing, type TemplateResult } from 'lit-html';
import type { CapabilitiesView } from '../../../../../client/src/index.js';
import { moment } from '../../parts/time';

type Scope = CapabilitiesView['scopes'][number];

/** What the scopes allow, in the order in which it is read. */
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
};

/** What a session may do, in words. */
const abilitiesOf = (scopes: readonly Scope[]): [string, string][] =>
  Object.entries(ABILITIES).map(([what, abilities]) => {
    const allowed = abilities.filter(([scope]) => scopes.includes(scope)).map(([, ability]) => ability);
    return [what, allowed.join(', ') || 'nothing'];
  });

/** The compute points of this month. */
function pointsInWords(points: CapabilitiesView['compute_points']): string {
  if (points === null) return 'no limit';
  const { available, granted, consumed, reserved } = points;
  const count = (number: number) => number.toLocaleString('en-GB');
  return `${count(available)} of ${count(granted)} left this month (${count(consumed)} used, ${count(reserved)} held by open runs)`;
}

/** What the session may do and until when, and the points of its account. */
export function sessionFacts(session: CapabilitiesView): TemplateResult {
  const { expires_at: end, form_access_mode: access, writes_enabled: mayWrite, compute_points: points } = session;
  return html`<section class="sheet" aria-labelledby="this-session">
    <header><h2 id="this-session">This session</h2></header>
    <dl class="facts inside">
      <div>
        <dt>Ends</dt>
        <dd>${moment(end)}, or an hour after it was last used</dd>
      </div>
      ${abilitiesOf(session.scopes).map(
        ([what, abilities]) =>
          html`<div>
            <dt>${what}</dt>
            <dd>${abilities}</dd>
          </div>`,
      )}
      ${access === 'selected' ? fact('Reach', 'only the forms that were chosen for its key') : nothing}
      ${mayWrite ? nothing : fact('Changes', 'none: the key only reads, or the service accepts no changes now')}
      ${fact('Points', pointsInWords(points))}
    </dl>
  </section>`;
}

const fact = (name: string, text: string) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div>`;
