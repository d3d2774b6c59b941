import { html, type TemplateResult } from 'lit-html';
import type { Key } from 'form-collection-client';
import { baseUrl } from '../../api';
import { copyable } from '../../elements/basics';
import { wholeTime } from '../../elements/time';

/** A new value of a key. It is shown once, and only the memory of the page has it until then. */
export interface Issued {
  key: Key & { key?: string };
  isRotated: boolean;
}

export const issuedSheet = ({ key, isRotated }: Issued, done: () => void): TemplateResult =>
  shownOnce(html`<bdi>${key.name}</bdi> has ${isRotated ? 'a new' : 'its'} value`, value(key, isRotated), done);

/** A sheet that is shown until it is dismissed, since nobody can see its content again. */
export const shownOnce = (title: TemplateResult, content: TemplateResult, done: () => void): TemplateResult =>
  html`<section class="sheet created" aria-labelledby="issued">
    <header>
      <h2 id="issued" tabindex="-1">${title}</h2>
      <button type="button" @click=${done}>Done</button>
    </header>
    <div class="inside">${content}</div>
  </section>`;

function value(key: Issued['key'], isRotated: boolean): TemplateResult {
  const earlier = isRotated ? key.secrets?.[1] : undefined;
  const overlap = earlier?.expires_at
    ? html`The value before, <code>${earlier.prefix}…</code>, works until ${wholeTime(earlier.expires_at)} as well.`
    : isRotated
      ? 'The value before does not work any more.'
      : '';
  return html`<p>It is shown only now: keep it where you keep passwords. ${overlap}</p>
    ${copyable(key.key!, 'API key')}
    <h3>Try it</h3>
    ${copyable(`curl "${baseUrl}${trialOf(key)}" -H "Authorization: Bearer ${key.key}"`, 'command')}`;
}

/** A path that the key can read, as a first request for its owner. */
const trialOf = ({ scopes }: Key): string => {
  if (scopes.includes('submissions:read')) return 'v1/submissions?limit=1';
  return scopes.includes('forms:read') ? 'v1/forms' : 'v1/capabilities';
};
