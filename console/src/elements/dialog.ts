import { html, nothing, render, type TemplateResult } from 'lit-html';
import { ApiError } from 'form-collection-client';
import { store, watch } from '../store';
import { problem } from './basics';

/** A dialog that is removed when it is closed; `titleId` is the id of its heading. The caller renders its content and shows it. */
export function newDialog(titleId: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', titleId);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/** Closes open dialogs as Escape would. A dialog that refuses, such as one with a running import, stays open. */
export function leaveDialogs(): void {
  document.querySelectorAll<HTMLDialogElement>('dialog[open]:not(.sign-in)').forEach(leave);
}

function leave(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

/** Closes a dialog at Escape, unless Escape closes something inside of it, such as a list of choices. */
export const onEscape =
  (close: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };

/** Asks before filled-in values are lost. It listens to the Escape key, since browsers let no page prevent a second `cancel`. */
export function askBeforeLeaving(dialog: HTMLDialogElement, isFilledIn: () => boolean): () => Promise<void> {
  const ask = async () => {
    if (!isFilledIn() || (await confirmLoss())) leave(dialog);
  };
  dialog.addEventListener('keydown', onEscape(ask));
  return ask;
}

export const confirmLoss = (): Promise<boolean> =>
  confirm({ title: 'Leave without saving?', text: 'What you filled in here is lost.', action: 'Leave it' });

/** Asks for the confirmation of a destructive action. Escape and Cancel answer no. */
export function confirm({ title, text, action }: { title: string; text: string; action: string }): Promise<boolean> {
  const dialog = newDialog('dialog-title');
  const form = html`<form method="dialog">
    <h2 id="dialog-title">${title}</h2>
    <p>${text}</p>
    <p class="bar">
      <button value="yes" class="danger-action">${action}</button>
      <button value="" autofocus>Cancel</button>
    </p>
  </form>`;
  render(form, dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes')));
}

/** The error messages of a member as sentences about a subject. The dialog shows those of members without a control as its failure. */
export type FaultsOf = (member: string, subject: string) => string[];

type Details = Readonly<Record<string, unknown>>;

/** A dialog with a form. It is drawn again when a store that its content has read changes. */
export interface FormDialog {
  title: string;
  /** The text of the submit button; a function where the text depends on the values. */
  action: string | (() => string);
  /** False while there is nothing to submit, and the dialog has buttons of its own; true by default. */
  hasAction?: () => boolean;
  isDanger?: boolean;
  /** The text of the button that closes the dialog; Cancel by default. */
  cancelWord?: string;
  content: (faultsOf: FaultsOf) => TemplateResult;
  /** The dialog closes unless this resolves with false or with errors by member. The dialog shows the error of a rejection. */
  submit: () => Promise<unknown>;
}

let dialogs = 0; // one may be opened over another, and each has a heading of its own

/** Opens a dialog with a form. Escape and Cancel close it, and ask first if values were changed, unless the dialog is about a deletion. */
export function openForm(given: FormDialog) {
  const { title, action, hasAction = () => true, isDanger = false, cancelWord = 'Cancel', content, submit } = given;
  const titleId = `form-dialog-title-${(dialogs += 1)}`;
  const dialog = newDialog(titleId);
  dialog.className = 'form-dialog';
  const shown = store<{ failure: unknown; details: Details }>({ failure: null, details: {} });
  const known = new Set<string>(); // members with a control in the dialog
  let isSending = false; // keeps a second click from sending twice
  let isFilledIn = false;
  dialog.addEventListener('input', ({ target }) => (isFilledIn ||= !isDanger && !(target as Element).matches('select')));
  const cancel = askBeforeLeaving(dialog, () => isFilledIn);
  const faultsOf: FaultsOf = (member, subject) => {
    known.add(member);
    const messages = Object.entries(shown.details).flatMap(([path, reasons]) => (isWithin(path, member) ? [reasons].flat() : []));
    return messages.length > 0 ? [`${subject} ${[...new Set(messages)].join(', ')}.`.trim()] : [];
  };
  const refused = (error: unknown) => {
    const details = error instanceof ApiError && error.status === 422 ? error.details : {};
    const isTold = Object.keys(details).some((path) => [...known].some((member) => isWithin(path, member)));
    if (isTold) shown.details = details;
    else shown.failure = error;
  };
  const send = async (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    [isSending, shown.failure, shown.details] = [true, null, {}];
    try {
      const outcome = await submit();
      if (outcome !== false && typeof outcome !== 'object') return dialog.close();
      if (outcome) shown.details = outcome as Details;
    } catch (error) {
      refused(error);
    } finally {
      isSending = false;
    }
    setTimeout(() => dialog.querySelector<HTMLElement>('[aria-invalid]')?.focus()); // after the dialog is drawn
  };
  const end = watch(() =>
    render(
      html`<form novalidate @submit=${send}>
        <h2 id=${titleId}>${title}</h2>
        ${content(faultsOf)} ${shown.failure ? problem(shown.failure) : nothing}
        <p class="bar">
          ${
            hasAction()
              ? html`<button class=${isDanger ? 'danger-action' : 'main-action'}>${typeof action === 'string' ? action : action()}</button>`
              : nothing
          }
          <button type="button" @click=${cancel}>${cancelWord}</button>
        </p>
      </form>`,
      dialog,
    ),
  );
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve)).finally(end);
  dialog.showModal();
  return { closed, close: () => dialog.close() };
}

const isWithin = (path: string, member: string): boolean => `${path}.`.startsWith(`${member}.`);
