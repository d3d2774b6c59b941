import type { TemplateResult } from 'lit-html';

/** The address of a view, and a signal of its end. */
export interface ViewContext {
  params: Record<string, string>;
  /** Behind the `?` of the address. */
  query: URLSearchParams;
  /** Aborted when the view is left; another one when it is entered again. */
  signal: AbortSignal;
}

/** The view at an address of the page. It is drawn again when a store has changed that it was drawn from; mostly it is one itself. */
export interface View {
  /** The title of the document, without the number of unread submissions that precedes it. */
  title(): string;
  /** The content of `main`, which has one `h1`. */
  render(): TemplateResult;
  /** The actions of single keys, while nothing is typed. */
  keys?: Record<string, () => void>;
  /** The address has another query: the view stays, with what has focus and what was typed. Without it the view is made anew. */
  changed?(query: URLSearchParams): void;
  /** True while something was typed and not saved. Such a view is kept when it is left, and entered again when one comes back. */
  isUnsaved?(): boolean;
  /** Reads what the view shows, when it was made and each time that it is entered again. */
  enter?(): void;
}

/** The class of the view at an address. */
export type ViewClass = new (context: ViewContext) => View;

/** The present view, and those that were left while something in them was not saved, by their paths. Only this memory has them. */
export const viewCache = new Map<string, { view: View; context: ViewContext }>();

export const isUnsaved = (): boolean => [...viewCache.values()].some(({ view }) => view.isUnsaved?.());
