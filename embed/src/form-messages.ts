import { appendTo, attributeOf, controlsOf, findIn, setAttribute } from './form-elements';

/** The values of `data-form-state`, for the style sheet of the page. */
export type FormState = 'sending' | 'accepted' | 'refused' | 'stored-offline';

/** Adds styles in a cascade layer, which the styles of the page override. The Content Security Policy allows constructed style sheets. */
export function addStyles(): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch {
    // Old browsers show messages like any other text.
  }
}

/** The color is mixed with that of the page, whose background may be dark. */
const STYLES =
  '@layer form-embed{[data-form-message]{display:block;margin:.25em 0;font-size:.875em}' +
  '[data-form-message],[data-form-state=refused] [data-form-status]{color:#b3261e;color:color-mix(in srgb,currentColor 35%,#e33)}' +
  '[data-form-state] [data-form-status]:not(:empty){margin:.75em 0}}';

/** Shows a state and announces it in the live region of the form: an element with `data-form-status`, or a new last child. */
export function showState(form: HTMLFormElement, state: FormState, text: string): void {
  setAttribute(form, 'data-form-state', state);
  setAttribute(form, 'aria-busy', String(state === 'sending'));
  statusOf(form).textContent = text;
}

/** Screen readers only announce changes of regions that existed before, so the region is created early. */
export function statusOf(form: HTMLFormElement): HTMLElement {
  const [existing] = findIn(form, '[data-form-status]');
  const status = existing ?? document.createElement('p');
  if (existing?.getAttribute('role') === 'status') return existing;
  status.setAttribute('role', 'status');
  status.setAttribute('data-form-status', '');
  if (!existing) appendTo(form, status);
  return status;
}

/** Shows each message at its control and gives the first of them the focus. Returns the messages that have no control. */
export function showMessages(form: HTMLFormElement, details: Record<string, unknown>): string[] {
  const homeless: string[] = [];
  let first: HTMLElement | undefined;
  for (const [path, value] of Object.entries(details)) {
    const text = [value].flat().join(' ');
    const controls = controlsOf(form, path.split('.')[0]!);
    if (!controls[0]) homeless.push(text);
    else showMessage(form, controls, text);
    first ??= controls[0];
  }
  first?.focus();
  return homeless;
}

export function clearMessages(form: HTMLFormElement): void {
  for (const message of findIn(form, `[${MESSAGE}]`)) {
    const control = document.querySelectorAll(`[aria-describedby~="${message.id}"]`);
    control.forEach((element) => {
      const others = (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== message.id);
      element.removeAttribute('aria-invalid');
      if (others.length > 0) element.setAttribute('aria-describedby', others.join(' '));
      else element.removeAttribute('aria-describedby');
    });
    message.remove();
  }
}

const MESSAGE = 'data-form-message';
let lastId = 0;

function showMessage(form: HTMLFormElement, controls: HTMLInputElement[], text: string): void {
  const message = document.createElement('span');
  message.id = `${attributeOf(form, 'id') ?? 'form'}-message-${++lastId}`;
  message.setAttribute(MESSAGE, '');
  message.textContent = text;
  placeAfter(controls[controls.length - 1]!).after(message);
  for (const control of controls) {
    const others = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', others ? `${others} ${message.id}` : message.id);
  }
}

/** A label would include a message inside of it in the name of its control. */
const placeAfter = (control: HTMLElement): Element => control.closest('label') ?? control;
