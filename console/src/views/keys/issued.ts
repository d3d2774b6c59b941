import { html, nothing, type TemplateResult } from 'lit-html';
import type { IssuedKey, Key } from 'form-collection-client';
import { baseUrl } from '../../api';
import { copyable } from '../../elements/basics';
import { wholeTime } from '../../elements/time';

/** A new value of a key, or a sign-in link. It is shown once, and only the memory of the page has it until then. */
export type Issued = { key: IssuedKey; isRotated: boolean } | { key: Key; url: string; expiresAt: string };

/** @param invite makes a sign-in link of the key */
export function issuedSheet(issued: Issued, done: () => void, invite: () => void): TemplateResult {
  const { name } = issued.key;
  const title =
    'url' in issued ? html`A link for <bdi>${name}</bdi>` : html`<bdi>${name}</bdi> has ${issued.isRotated ? 'a new' : 'its'} value`;
  return html`<section class="sheet created" aria-labelledby="issued">
    <header>
      <h2 id="issued" tabindex="-1">${title}</h2>
      <button type="button" @click=${done}>Done</button>
    </header>
    <div class="inside">${'url' in issued ? link(issued) : value(issued, invite)}</div>
  </section>`;
}

const link = ({ url, expiresAt }: { url: string; expiresAt: string }) =>
  html`<p>It is shown only now. Send it so that nobody else reads it: whoever opens it first is signed in with this key.</p>
    ${copyable(url, 'link')}
    <p class="muted">
      It opens once, until ${wholeTime(expiresAt)}. A newer link ends this one, and so does the end of the key. After twelve hours at most
      the person asks you for another one.
    </p>`;

function value({ key, isRotated }: { key: IssuedKey; isRotated: boolean }, invite: () => void): TemplateResult {
  const earlier = isRotated ? key.secrets[1] : undefined;
  const overlap = earlier?.expires_at
    ? html`The value before, <code>${earlier.prefix}…</code>, works until ${wholeTime(earlier.expires_at)} as well.`
    : isRotated
      ? 'The value before does not work any more.'
      : nothing;
  return html`<p>It is shown only now: keep it where you keep passwords. ${overlap}</p>
    ${copyable(key.key, 'API key')}
    <h3>Try it</h3>
    ${copyable(`curl "${baseUrl}${trialOf(key)}" -H "Authorization: Bearer ${key.key}"`, 'command')}
    ${
      isRotated
        ? nothing
        : html`<h3>For a person</h3>
            <p class="muted">Do not send the key to somebody who is to use this console: send a link, which signs in with it.</p>
            <p><button type="button" @click=${invite}>For a person</button></p>`
    }`;
}

/** A path that the key can read, as a first request for its owner. */
const trialOf = ({ scopes }: Key): string => {
  if (scopes.includes('submissions:read')) return 'v1/submissions?limit=1';
  return scopes.includes('forms:read') ? 'v1/forms' : 'v1/capabilities';
};
