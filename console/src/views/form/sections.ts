import { html, nothing, type TemplateResult } from 'lit-html';
import { Store } from '../../store';

export interface PageSection {
  title: string;
  about?: string | undefined;
  action?: TemplateResult;
  content: TemplateResult;
  isDanger?: boolean;
  isHidden?: boolean;
  /** A summary of the settings. A section with a summary is collapsed until somebody opens it. */
  set?: string;
  note?: TemplateResult | typeof nothing;
  isUrgent?: boolean;
}

/** The sections one below the other, beside a list of links that marks the visible section. */
export class Sections extends Store {
  private present = 0;
  private opened: ReadonlySet<string> = new Set();

  constructor(private readonly form: string) {
    super();
  }

  render(sections: readonly PageSection[]): TemplateResult {
    return html`<div class="sections">
      <div>${sections.map((section, index) => (section.set === undefined ? whole(section, index) : this.folded(section, index)))}</div>
      <ul class="contents" aria-label="On this page">
        ${sections.map(
          ({ title, isDanger }, index) =>
            html`<li>
              <a
                href="#/forms/${this.form}?section=${wordOf(title)}"
                class=${isDanger ? 'danger' : ''}
                aria-current=${index === this.present ? 'true' : nothing}
                @click=${(event: Event) => this.go(event, index, title)}
                >${title}</a
              >
            </li>`,
        )}
      </ul>
    </div>`;
  }

  private folded({ title, about, action, content, set, note, isUrgent }: PageSection, index: number): TemplateResult {
    const word = wordOf(title);
    const isOpen = this.opened.has(word) || isUrgent === true;
    const press = (event: Event) => (event.preventDefault(), this.open(word, !isOpen));
    const find = (event: Event) => (event.target as HTMLDetailsElement).open && this.open(word, true); // the browser's search may open it
    return html`<section class="sheet" id="section-${index}">
      <details ?open=${isOpen} @toggle=${find}>
        <summary @click=${press}>
          <h2 tabindex="-1">${title}</h2>
          <span class="muted set">${set}</span>
          ${note ?? nothing}
        </summary>
        ${about || action ? html`<div class="about-section"><span class="muted">${about ?? nothing}</span>${action ?? nothing}</div>` : nothing}
        ${content}
      </details>
    </section>`;
  }

  open(word: string, isOpen: boolean): void {
    if (this.opened.has(word) === isOpen) return;
    this.opened = new Set(isOpen ? [...this.opened, word] : [...this.opened].filter((each) => each !== word));
  }

  follow(signal: AbortSignal): void {
    const look = () => {
      const tops = [...document.querySelectorAll('.sections section')].map((section) => section.getBoundingClientRect().top);
      const last = tops.findLastIndex((top) => top < 120);
      this.present = Math.max(0, last);
    };
    addEventListener('scroll', look, { signal, passive: true });
  }

  private go(event: Event, index: number, title: string): void {
    event.preventDefault();
    this.open(wordOf(title), true);
    const heading = document.querySelector<HTMLElement>(`#section-${index} h2`)!;
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
    this.present = index;
  }
}

const wordOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

const whole = ({ title, about, action, content }: PageSection, index: number): TemplateResult =>
  html`<section class="sheet" id="section-${index}">
    <header>
      <div>
        <h2 tabindex="-1">${title}</h2>
        <span class="muted">${about ?? nothing}</span>
      </div>
      ${action ?? nothing}
    </header>
    ${content}
  </section>`;
