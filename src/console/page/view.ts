import type { TemplateResult } from 'lit-html';

/** What a view is told: its address, how it is drawn again, and when it is left. */
export interface ViewContext {
  params: Record<string, string>;
  /** Behind the `?` of the address. */
  query: URLSearchParams;
  /** Draws the page again, once for all calls of a moment. */
  update: () => void;
  /** Aborted when the view is left. */
  signal: AbortSignal;
}

export interface View {
  /** Of the document. */
  title(): string;
  /** The content of `main`, which begins with the heading. */
  render(): TemplateResult;
  keys?: Record<string, () => void>;
}

export type ViewFactory = (context: ViewContext) => View;
