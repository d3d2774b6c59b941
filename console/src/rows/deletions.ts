import { html, nothing, render, type TemplateResult } from 'lit-html';
import { api } from '../api';
import { problem } from '../elements/basics';
import { confirm } from '../elements/dialog';
import { may } from '../session/rights';
import { readCounts } from '../shell/counts';

/** Deleted submissions of one form. */
export interface Deleted {
  form: string;
  ids: readonly string[];
}

const SHOWN_MS = 10_000;
const LARGEST_BATCH = 200;

const toast = document.createElement('div');
toast.className = 'sheet bulk';
toast.setAttribute('role', 'status');
// Written by the script, so that a first visit need not load it with the style sheet.
const STYLE = { position: 'fixed', inset: 'auto auto 72px 50%', zIndex: '4', transform: 'translateX(-50%)', maxWidth: 'calc(100% - 32px)' };
Object.assign(toast.style, { ...STYLE, width: 'max-content' });

let undo: (() => void) | null = null;
let timer = 0;
addEventListener('keydown', (event) => {
  const isTyped = (event.target as Element).closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
  if (event.key === 'z' && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey) undo?.();
});

/** Tells for ten seconds that these were deleted, and restores them by the button and the key `z`. `reload` reads their list again. */
export function offerUndo(deleted: readonly Deleted[], reload: () => Promise<unknown>): void {
  const act = (): void => void restore(deleted, reload);
  const number = numberOf(deleted);
  show(number === 1 ? 'Deleted.' : `${number} deleted.`, button('Undo', act));
  undo = act;
}

/** Offers to send what the deletion of restored submissions has cancelled. */
export function offerSending(runs: readonly string[], outcome = 'Restored.'): void {
  if (!may('workflows:publish')) return show(`${outcome} What was cancelled is not sent.`);
  const text = `${outcome} ${runs.length === 1 ? 'A delivery was' : `${runs.length} deliveries were`} cancelled.`;
  show(
    text,
    button('Send now', () => void send(runs)),
  );
}

/** Asks before submissions are deleted for good. */
export const isSure = (number: number): Promise<boolean> =>
  confirm({
    title: number === 1 ? 'Delete this submission for good?' : `Delete ${number} submissions for good?`,
    text: `${number === 1 ? 'It' : 'They'} cannot be restored, nor can the files. What was delivered stays where it is.`,
    action: 'Delete for good',
  });

/** Stays while the pointer or the focus is on it. */
function show(text: unknown, action: TemplateResult | typeof nothing = nothing): void {
  undo = null;
  clearTimeout(timer);
  if (!toast.isConnected) document.body.append(toast);
  render(html`<b>${text}</b> ${action}`, toast);
  const end = (): void => {
    if (toast.matches(':hover, :focus-within')) return wait();
    undo = null;
    toast.remove();
  };
  const wait = (): void => void (timer = window.setTimeout(end, SHOWN_MS));
  wait();
}

const numberOf = (deleted: readonly Deleted[]): number => deleted.reduce((sum, { ids }) => sum + ids.length, 0);

const REASONS: Readonly<Record<string, string>> = {
  duplicate_submission: 'another submission has the value by now',
  no_places_left: 'no places are left',
  gone: 'deleted for good elsewhere',
};

const button = (name: string, act: () => void): TemplateResult => html`<button type="button" @click=${act}>${name}</button>`;

async function restore(deleted: readonly Deleted[], reload: () => Promise<unknown>): Promise<void> {
  show('Restoring …');
  const refused: string[] = [];
  const runs: string[] = [];
  try {
    for (const { form, ids } of deleted) {
      const { data } = await api.changeSubmissions({ path: { form }, body: { action: 'restore', ids: [...ids] } });
      refused.push(...data.refused.map(({ code }) => code), ...data.missing.map(() => 'gone'));
      runs.push(...(data.cancelled_run_ids ?? []));
    }
    void Promise.all([reload(), readCounts()]).catch(() => undefined); // both are read again soon
    const reasons = [...new Set(refused.map((code) => REASONS[code] ?? code))].join(', ');
    const outcome = refused.length === 0 ? 'Restored.' : `${refused.length} of ${numberOf(deleted)} not restored (${reasons}).`;
    if (runs.length > 0) offerSending(runs, outcome);
    else show(outcome);
  } catch (error) {
    show(problem(error));
  }
}

async function send(runs: readonly string[]): Promise<void> {
  show('Sending …');
  let refused = 0;
  try {
    for (let at = 0; at < runs.length; at += LARGEST_BATCH) {
      const { data } = await api.retryWorkflowRuns({ body: { ids: runs.slice(at, at + LARGEST_BATCH) } });
      refused += data.refused.length;
    }
    show(refused === 0 ? 'It is sent now.' : `${refused} of ${runs.length} may have arrived before, and were not sent: look at each.`);
  } catch (error) {
    show(problem(error));
  }
}
