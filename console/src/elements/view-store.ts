import { html, nothing, type TemplateResult } from 'lit-html';
import { patiently } from '../shell/poll';
import { Store } from '../store';
import type { ViewContext } from '../view';
import { problem } from './basics';

export type Act = (action: () => Promise<unknown>) => void;

export abstract class ViewStore extends Store {
  protected failure: unknown = null;
  protected notice: unknown = '';

  constructor(protected readonly context: ViewContext) {
    super();
  }

  /** Runs an action and shows its error, unless the view was left meanwhile. */
  protected async try(action: () => Promise<unknown>): Promise<void> {
    [this.failure, this.notice] = [null, ''];
    try {
      await action();
    } catch (error) {
      if (!this.context.signal.aborted) this.failed(error);
    }
  }

  /** Reads what the view shows, and again while the service is away. */
  protected load(read: () => Promise<unknown>): void {
    void patiently(read, this.context.signal, (error) => (error === null ? (this.failure = null) : this.failed(error)));
  }

  /** `try` as an event listener. */
  protected act = (action: () => Promise<unknown>) => (): void => void this.try(action);

  protected failed(error: unknown): void {
    this.failure = error;
  }

  protected outcome(): TemplateResult {
    const { notice, failure } = this;
    return html`<p class=${notice ? 'notice muted' : 'visually-hidden'} role="status">${notice}</p>
      ${failure ? problem(failure) : nothing}`;
  }
}
