import { html, nothing, type TemplateResult } from 'lit-html';
import { Store } from '../../store';

/** A part of the page of a form. */
export interface Part {
  title: string;
  about?: string | undefined;
  action?: TemplateResult;
  content: TemplateResult;
  isDanger?: boolean;
  /** The session may not do what it is for. */
  isHidden?: boolean;
}

/** The parts below each other, and beside them a list that leads to each and marks the one that one looks at. */
export class Parts extends Store {
  private present = 0;

  constructor(private readonly form: string) {
    super();
  }

  render(parts: readonly Part[]): TemplateResult {
    return html`<div class="parts">
      <div>
        ${parts.map(
          ({ title, about, action, content }, index) =>
            html`<section class="sheet" id="part-${index}">
              <header>
                <div>
                  <h2 tabindex="-1">${title}</h2>
                  <span class="muted">${about ?? nothing}</span>
                </div>
                ${action ?? nothing}
              </header>
              ${content}
            </section>`,
        )}
      </div>
      <ul class="contents" aria-label="On this page">
        ${parts.map(
          ({ title, isDanger }, index) =>
            html`<li>
              <a
                href="#/forms/${this.form}"
                class=${isDanger ? 'danger' : ''}
                aria-current=${index === this.present ? 'true' : nothing}
                @click=${(event: Event) => this.go(event, index)}
                >${title}</a
              >
            </li>`,
        )}
      </ul>
    </div>`;
  }

  /** Marks the part that one looks at, until the view is left. */
  follow(signal: AbortSignal): void {
    const look = () => {
      const tops = [...document.querySelectorAll('.parts section')].map((part) => part.getBoundingClientRect().top);
      const last = tops.findLastIndex((top) => top < 120);
      this.present = Math.max(0, last);
    };
    addEventListener('scroll', look, { signal, passive: true });
  }

  private go(event: Event, index: number): void {
    event.preventDefault();
    const heading = document.querySelector<HTMLElement>(`#part-${index} h2`)!;
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
    this.present = index;
  }
}
