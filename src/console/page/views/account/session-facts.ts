import { html, nothing, type TemplateResult } from 'lit-html';
import type { CapabilitiesView } from '../../../../../client/src/index.js';
import { moment } from '../../parts/time';
import { abilitiesOf, pointsInWords } from './session.rules';

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
