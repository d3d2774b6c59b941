/**
 * Access to a form whose controls may be called like members of a form: an input named `reset` or `elements` hides the member of that
 * name (HTML, "named access on forms"), so members are taken from the prototypes.
 */
export const attributeOf = (form: HTMLFormElement, name: string): string | null => Element.prototype.getAttribute.call(form, name);

export const setAttribute = (form: HTMLFormElement, name: string, value: string): void =>
  Element.prototype.setAttribute.call(form, name, value);

export const resetForm = (form: HTMLFormElement): void => HTMLFormElement.prototype.reset.call(form);

export const appendTo = (form: HTMLFormElement, element: Element): void => void Node.prototype.appendChild.call(form, element);

export const findIn = (form: HTMLFormElement, selector: string): HTMLElement[] => [
  ...(Element.prototype.querySelectorAll.call(form, selector) as NodeListOf<HTMLElement>),
];

/** The language of the text around a form, without region or script, since a header with other characters could need a preflight. */
export function languageOf(form: HTMLFormElement): string {
  const marked = Element.prototype.closest.call(form, '[lang]') as HTMLElement | null;
  const [language] = /^[a-z]{2,3}(?![a-z])/i.exec(marked?.lang || navigator.language) ?? ['en'];
  return language.toLowerCase();
}

/** The controls that send a name, also those outside of the form that belong to it by their `form` attribute. */
export function controlsOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
  const escaped = CSS.escape(name);
  const found = document.querySelectorAll<HTMLInputElement>(`[name="${escaped}"], [name="${escaped}[]"]`);
  return [...found].filter((control) => control.form === form && control.type !== 'hidden');
}

/** Dispatches a bubbling event; false if the page shows the outcome itself (`preventDefault`). */
export function announce(target: HTMLFormElement | Document, type: string, detail: object): boolean {
  const event = new CustomEvent(type, { bubbles: true, cancelable: true, detail });
  return EventTarget.prototype.dispatchEvent.call(target, event);
}
