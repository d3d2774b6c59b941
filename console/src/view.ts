import type { TemplateResult } from 'lit-html';

export interface ViewContext {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Aborted when the view is left. Each return to the view makes a new signal. */
  signal: AbortSignal;
}

/** The view at an address of the page. It is drawn again when a store that it has read changes; most views are stores themselves. */
export interface View {
  /** The title of the document, without the number of unread submissions that precedes it. */
  title(): string;
  /** The content of `main`, which has one `h1`. */
  render(): TemplateResult;
  /** The actions of single keys, while nobody is typing. */
  keys?: Record<string, () => void>;
  /** Handles another query in the address and keeps the focus and typed texts. Without this method the view is made anew. */
  changed?(query: URLSearchParams): void;
  /** True while there are unsaved changes. The page keeps such a view when it is left, and enters it again on return. */
  isUnsaved?(): boolean;
  /** Reads the data of the view, at first and on each return. */
  enter?(): void;
}

export type ViewClass = new (context: ViewContext) => View;

/** The current view, and the views that were left with unsaved changes, by path. They are in memory only. */
export const viewCache = new Map<string, { view: View; context: ViewContext }>();

export const isUnsaved = (): boolean => [...viewCache.values()].some(({ view }) => view.isUnsaved?.());
