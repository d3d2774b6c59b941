import { html, type TemplateResult } from 'lit-html';
import type { FormRefusal } from 'form-collection-client';
import { isRefusing, stateWord } from '../../availability.rules';
import { counted } from '../../english.rules';
import { dayAndMinuteText } from '../../elements/time';
import type { FormDocument } from './settings';

const WEEK_MS = 7 * 86_400_000;

/** The reasons why visitors of the form are refused now, each with its remedy. They stand above everything else of the form. */
export function troubles(document: FormDocument, refusals: readonly FormRefusal[]): TemplateResult[] {
  const { form } = document;
  const refused = form.status === 'enabled' ? originRefusals(document, refusals).filter(isOfLate) : [];
  return [...(isRefusing(form) ? [closed(document)] : []), ...(refused.length > 0 ? [refusedOrigins(form.id, refused)] : [])].map(
    (content) => html`<p class="warning trouble" role="status">${content}</p>`,
  );
}

/** The origins that were refused, without those that were added since the refusals were read. */
export const originRefusals = ({ form }: FormDocument, refusals: readonly FormRefusal[]): FormRefusal[] =>
  refusals.filter(({ kind, name }) => kind === 'origin' && !form.allowed_origins.includes(name));

const isOfLate = ({ last_seen_at: last }: FormRefusal): boolean => Date.now() - new Date(last).getTime() < WEEK_MS;

function closed({ form, intake }: FormDocument): TemplateResult {
  const { state, at } = form.availability;
  const time = at === null ? '' : dayAndMinuteText(new Date(at));
  const places = html`<a href="#/forms/${form.id}?section=places-and-hours">Places and hours</a>`;
  const has = counted(form.submissions_count, 'submission');
  const about = {
    full: html`it has ${has}, and takes ${intake.max_submissions ?? 0} at most. Raise the number under ${places}, or delete submissions.`,
    closed: html`it has taken nothing since ${time}. Change <i>Closes</i> under ${places}, or turn the form off.`,
    opens_later: html`it takes nothing before ${time}. Change <i>Opens</i> under ${places} to begin earlier.`,
    quota_reached: html`it has got as many submissions as the plan allows in a month, and takes the next one on ${time}. Ask the operator
    for a larger plan to go on now.`,
    storage_full: html`there is no room for further files, so what comes with a file is refused. Raise the bytes under ${places}, delete
    submissions with files, or ask the operator for a larger plan.`,
    suspended: html`nothing is taken while the account is suspended. Ask the operator.`,
    open: html``,
    disabled: html``,
  }[state];
  return html`<strong>${stateWord(form)}</strong>: visitors are refused, since ${about}`;
}

function refusedOrigins(form: string, refused: readonly FormRefusal[]): TemplateResult {
  const count = refused.reduce((sum, each) => sum + each.count, 0);
  const names = refused
    .slice(0, MAX_NAMED)
    .map(({ name }) => (name === '' ? 'programs without an origin' : name === 'null' ? 'pages that hide their origin' : name));
  const more = refused.length > MAX_NAMED ? [`${refused.length - MAX_NAMED} more`] : [];
  return html`<strong>Refused ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}</strong> in the last 30 days, since the form
    does not list them: <bdi>${new Intl.ListFormat('en-GB').format([...names, ...more])}</bdi>. If one of these is yours, add it under
    <a href="#/forms/${form}?section=origins">Origins</a>.`;
}

const MAX_NAMED = 3;
