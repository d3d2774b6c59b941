import { html, nothing, type TemplateResult } from 'lit-html';
import { patiently } from './shell/poll';
import { Store } from './store';
import type { View, ViewClass, ViewContext } from './view';

class LazyView extends Store implements View {
  private view: View | null = null;
  private hasFailed = false;

  constructor(
    private readonly load: () => Promise<ViewClass>,
    private readonly context: ViewContext,
  ) {
    super();
  }

  get keys() {
    return this.view?.keys ?? {};
  }

  title(): string {
    return this.view?.title() ?? 'Forms';
  }

  render(): TemplateResult {
    return this.view?.render() ?? html`${this.hasFailed ? NOT_LOADED : nothing}`;
  }

  isUnsaved(): boolean {
    return this.view?.isUnsaved?.() ?? false;
  }

  /** Loads the script of the view, and tries again until the service delivers it. */
  enter(): void {
    if (this.view) return this.view.enter?.();
    const { signal } = this.context;
    const read = async () => {
      const View = await this.load();
      if (signal.aborted) return;
      this.view = new View(this.context);
      this.view.enter?.();
    };
    void patiently(read, signal, (error) => (this.hasFailed = error !== null));
  }
}

export const lazy = (load: () => Promise<ViewClass>): ViewClass =>
  class extends LazyView {
    constructor(context: ViewContext) {
      super(load, context);
    }
  };

/** The message while a script cannot be loaded. After an upgrade the files of the earlier version are gone. */
export const SCRIPT_AWAY = 'The service is away: the page goes on by itself. When the service was upgraded meanwhile, reload the page.';

const NOT_LOADED = html`<header class="head"><h1>Not loaded</h1></header>
  <p class="notice failed" role="alert">${SCRIPT_AWAY}</p>`;
