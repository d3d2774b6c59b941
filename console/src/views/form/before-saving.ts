import { html, nothing } from 'lit-html';
import type { ShutOutOrigin } from 'form-collection-client';
import { api } from '../../api';
import { counted } from '../../english.rules';
import { confirm, openForm } from '../../elements/dialog';
import { isTicked } from '../../elements/basics';
import { dayAndMinuteText } from '../../elements/time';
import { store } from '../../store';
import { isDeletionWanted } from './retention';
import type { FormDocument } from './settings';

type Patch = Record<string, unknown>;

/** Thrown by a save that its owner has called off. */
export class CalledOff extends Error {}

/** Asks before a patch deletes submissions or shuts somebody out, and returns it with what the answers have added. Throws `CalledOff`. */
export async function agreed(document: FormDocument, patch: Patch): Promise<Patch> {
  const closing = closingText(document, patch['intake'] ?? {});
  if (closing && !(await confirm({ title: 'Refuse visitors?', text: closing, action: 'Save' }))) throw new CalledOff();
  if (!(await isDeletionWanted(document.form.id, patch))) throw new CalledOff();
  const { allowed_origins: origins, ...members } = (patch['form'] ?? {}) as { allowed_origins?: string[] };
  if (!origins) return patch;
  return { ...patch, form: { ...members, allowed_origins: await agreedOrigins(document, origins) } };
}

type Hours = Partial<Pick<FormDocument['intake'], 'opens_at' | 'closes_at' | 'max_submissions'>>;

/** A sentence about a limit that refuses visitors as soon as it is saved; null if none does. */
function closingText({ form, intake }: FormDocument, changed: Hours, now = new Date()): string | null {
  if (form.status !== 'enabled') return null;
  const { max_submissions: most, closes_at: closes, opens_at: opens } = { ...intake, ...changed };
  const time = (iso: string) => dayAndMinuteText(new Date(iso));
  if (changed.opens_at && opens && new Date(opens) > now) return `The form then takes nothing before ${time(opens)}.`;
  if (changed.closes_at && closes && new Date(closes) <= now) return `${time(closes)} is past, so the form then takes nothing.`;
  const { submissions_count: count } = form;
  if (typeof changed.max_submissions !== 'number' || most === null || count < most) return null;
  return `The form has ${counted(count, 'submission')} already and would take ${most} at most, so it then takes nothing more.`;
}

async function agreedOrigins({ form }: FormDocument, origins: string[]): Promise<string[]> {
  const isFirst = form.allowed_origins.length === 0 && origins.length > 0 && form.submissions_count > 0;
  const test = await api.testFormOrigins({ path: { form: form.id }, body: { allowed_origins: origins } }).catch(() => null);
  if (!test || (test.data.length === 0 && !isFirst)) return origins; // the save itself tells what is wrong with the list
  const added = await askedFor(origins, test.data, isFirst);
  if (!added) throw new CalledOff();
  return [...origins, ...added];
}

/** Resolves with the origins to add, or null when it is called off. */
async function askedFor(origins: readonly string[], shutOut: readonly ShutOutOrigin[], isFirst: boolean): Promise<string[] | null> {
  const named = shutOut.flatMap(({ origin, count }) => (origin === null ? [] : [{ origin, count }]));
  const without = shutOut.find(({ origin }) => origin === null);
  const total = named.reduce((sum, { count }) => sum + count, 0);
  const chosen = store<{ origins: readonly string[] }>({
    origins: named.map(({ origin }) => origin).filter((origin) => origin !== 'null'),
  });
  const choose = (origin: string) => (event: Event) =>
    (chosen.origins = isTicked(event) ? [...chosen.origins, origin] : chosen.origins.filter((each) => each !== origin));
  let isAgreed = false;
  const content = () => html`
    ${isFirst ? html`<p>Until now all websites may send. Then only ${names(origins)} may.</p>` : nothing}
    ${
      named.length > 0
        ? html`<p>
              ${named.length === 1 ? 'This one' : `These ${named.length}`} sent ${counted(total, 'submission')} in the last 30 days and
              could not any more:
            </p>
            ${named.map(
              ({ origin, count }) =>
                html`<p>
                  <label
                    ><input type="checkbox" .checked=${chosen.origins.includes(origin)} @change=${choose(origin)} /> Add
                    <bdi>${origin === 'null' ? 'pages that hide their origin (null)' : origin}</bdi>, ${counted(count, 'submission')}</label
                  >
                </p>`,
            )}`
        : nothing
    }
    ${
      without
        ? html`<p>
            ${counted(without.count, 'submission')} came without an origin, such as from an app or a program, which no list can allow. These
            have to send the submission token.
          </p>`
        : nothing
    }
  `;
  const dialog = openForm({
    title: 'Who may send then?',
    action: () => (chosen.origins.length > 0 ? `Add ${chosen.origins.length} and save` : 'Save'),
    ...{ isDanger: true, content, submit: async () => (isAgreed = true) },
  });
  await dialog.closed;
  return isAgreed ? [...chosen.origins] : null;
}

const names = (origins: readonly string[]) => html`<bdi>${new Intl.ListFormat('en-GB').format(origins)}</bdi>`;
