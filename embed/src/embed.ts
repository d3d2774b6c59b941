import { showAvailability } from './availability';
import { deliver, deliverWaiting } from './delivery';
import { announce, attributeOf, findIn, languageOf, resetForm } from './form-elements';
import { firstChallengeOf, openChallenge, solveEarly } from './form-challenges';
import { addStyles, clearMessages, showMessages, showState, statusOf } from './form-messages';
import { schemaOf } from './form-schemas';
import type { Outcome, Refusal, StoredSubmission } from './submission.types';
import { type EmbedTexts, textsFor } from './texts';

/** The forms that this script sends in the background. Without the script they post by themselves. */
const FORMS = 'form[data-form-endpoint]';
const ONCE = Symbol.for('form-embed');
const openedForms = new WeakSet<HTMLFormElement>();

function start(): void {
  Object.defineProperty(window, ONCE, { value: true });
  addStyles();
  // Listeners of the document also serve forms that the page adds later.
  document.addEventListener('submit', (event) => {
    const form = formOf(event.target);
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    if (attributeOf(form, 'aria-busy') !== 'true' && !isResting(form)) void submit(form, event.submitter);
  });
  document.addEventListener('focusin', ({ target }) => {
    const form = formOf((target as HTMLInputElement).form ?? null);
    if (!form) return;
    statusOf(form);
    void open(form).then(() => solveEarly(endpointOf(form)));
  });
  document.querySelectorAll<HTMLFormElement>(FORMS).forEach((form) => void open(form));
  deliverWaiting(reportLater);
}

/** Shows the availability of a form and fetches its challenge, once for each form. */
async function open(form: HTMLFormElement): Promise<void> {
  if (openedForms.has(form)) return;
  openedForms.add(form);
  await showLeft(form);
  await openChallenge(endpointOf(form)).catch(() => undefined);
}

async function showLeft(form: HTMLFormElement, isAnew = false): Promise<void> {
  const schema = await schemaOf(endpointOf(form), isAnew);
  if (schema) showAvailability(form, schema);
}

/** The second click of a double click may come after the answer, when the form is empty already. */
const REST_MS = 1000;
const takenAt = new WeakMap<HTMLFormElement, number>();
const isResting = (form: HTMLFormElement): boolean => performance.now() - (takenAt.get(form) ?? -REST_MS) < REST_MS;

const formOf = (target: unknown): HTMLFormElement | null =>
  target instanceof HTMLFormElement && Element.prototype.matches.call(target, FORMS) ? target : null;

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const texts = textsFor(languageOf(form));
  const submission = submissionOf(form, submitter);
  clearMessages(form);
  showState(form, 'sending', texts.sending);
  const { outcome, isDurable } = await deliver(submission, reportLater);
  const detail = detailOf(submission, outcome);
  showLeftAnew(form, outcome);
  if (outcome.kind === 'refused') {
    showState(form, 'refused', '');
    if (announce(form, 'form:refused', detail)) showRefusal(form, outcome);
    return;
  }
  takenAt.set(form, performance.now());
  const state = outcome.kind === 'accepted' ? outcome.kind : 'stored-offline';
  const offlineText = isDurable ? texts.storedOffline : texts.keepOpen;
  showState(form, state, '');
  if (!announce(form, `form:${state}`, { ...detail, isDurable })) return;
  resetForm(form);
  if (outcome.kind === 'accepted' && isWebAddress(outcome.receipt.next)) return location.assign(outcome.receipt.next);
  showState(form, state, outcome.kind === 'accepted' ? withMail(thanksOf(form), outcome) : offlineText);
}

/** Excludes addresses that are scripts, whatever has answered. */
const isWebAddress = (address: unknown): address is string => typeof address === 'string' && /^https?:\/\//i.test(address);

/** The time for the first attempt before a timer starts another one. */
const FIRST_ATTEMPT_MS = 30_000;

/** The idempotency key is kept for every attempt. `crypto.randomUUID` is missing on pages without TLS. */
function submissionOf(form: HTMLFormElement, submitter: HTMLElement | null): StoredSubmission {
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const now = Date.now();
  return {
    key,
    endpoint: endpointOf(form),
    first: firstChallengeOf(endpointOf(form)),
    fields: fieldsOf(form, submitter),
    language: languageOf(form),
    createdAt: now,
    ...{ attempts: 0, dueAt: now + FIRST_ATTEMPT_MS, notBefore: 0, leasedUntil: 0 },
  };
}

/** The endpoint without a slash at its end, since other addresses are derived from it. */
const endpointOf = (form: HTMLFormElement): string =>
  new URL(attributeOf(form, 'data-form-endpoint') ?? '', document.baseURI).href.replace(/\/$/, '');

/** The fields that the form would post by itself, without the empty files of inputs in which nothing was chosen. */
function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): [string, string | File][] {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string' || value.name || value.size);
  const { name, value } = (submitter ?? {}) as Partial<HTMLButtonElement>;
  return name ? [...fields, [name, value ?? '']] : fields;
}

/** Updates the places that are left after any outcome, since other visitors may have taken some. */
function showLeftAnew(form: HTMLFormElement, outcome: Outcome): void {
  if (outcome.kind === 'unsent' || findIn(form, '[data-form-availability], [data-places-left]').length === 0) return;
  void showLeft(form, true);
}

function showRefusal(form: HTMLFormElement, { error }: Extract<Outcome, { kind: 'refused' }>): void {
  const texts = textsFor(languageOf(form));
  const { code, details } = error;
  const hasFullOptions = code === 'no_places_left' && Object.keys(details).length > 0;
  const isInvalid = code === 'validation_failed' || hasFullOptions;
  const inWords = Object.keys(details).map((path): [string, unknown] => [
    path,
    hasFullOptions ? texts.fullOption : path === '_altcha' ? texts.unsolved : details[path],
  ]);
  const others = isInvalid ? showMessages(form, Object.fromEntries(inWords)) : [messageOf(error, texts)];
  showState(form, 'refused', [isInvalid ? texts.refused : '', ...others].filter(Boolean).join(' '));
}

const messageOf = ({ code, message }: Refusal, { refusals }: EmbedTexts): string => refusals[code] ?? message;

/** Shows the outcome of a submission that had waited at a form with its endpoint, or else dispatches the event at the document. */
function reportLater(submission: StoredSubmission, outcome: Outcome): void {
  if (outcome.kind === 'unsent') return;
  const forms = [...document.querySelectorAll<HTMLFormElement>(FORMS)];
  const form = forms.find((candidate) => endpointOf(candidate) === submission.endpoint);
  const isShown = announce(form ?? document, `form:${outcome.kind}`, detailOf(submission, outcome));
  if (!form || !isShown || attributeOf(form, 'aria-busy') === 'true') return;
  const texts = textsFor(languageOf(form));
  const message =
    outcome.kind === 'refused' ? `${texts.refusedLater} ${messageOf(outcome.error, texts)}` : withMail(texts.acceptedLater, outcome);
  showState(form, outcome.kind, message);
}

const detailOf = ({ key, endpoint, fields }: StoredSubmission, outcome: Outcome): object => ({ ...{ key, endpoint, fields }, ...outcome });

/** Tells of the mail that asks the visitor to confirm an address. */
const withMail = (thanks: string, { receipt: { confirmation_text: text } }: Extract<Outcome, { kind: 'accepted' }>): string =>
  text ? `${thanks} ${text}` : thanks;

const thanksOf = (form: HTMLFormElement): string => attributeOf(form, 'data-form-thanks') || textsFor(languageOf(form)).accepted;

if (!(ONCE in window)) start();
