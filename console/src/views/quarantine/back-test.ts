import { html, nothing, type TemplateResult } from 'lit-html';
import type { BackTestReport, SpamSettings, BackTestInput } from 'form-collection-client';
import { api } from '../../api';
import { capitalized, counted, plural } from '../../english.rules';
import { knownForms } from '../../forms';
import { optionsIn } from '../../elements/form/controls';
import { isTicked, problem, valueOf } from '../../elements/basics';
import { time } from '../../elements/time';
import { Store } from '../../store';

const PAUSE_MS = 300;

const CHECKS: Record<Check, (number: NumberInput) => unknown> = {
  honeypot: () => 'A hidden field is filled in',
  too_fast: (number) => html`Sent in less than ${number('min_seconds', 'second')}`,
  links: (number) => html`More than ${number('max_links', 'link')}`,
  repeated_text: () => 'The same text more than five times an hour',
  proof_of_work: () => 'The challenge is not solved',
  siteverify: () => 'The provider does not confirm the visitor',
};
const RANGES = { min_seconds: [1, 3600], max_links: [0, 1000] } as const;

type Limit = keyof typeof RANGES;
type NumberInput = (name: Limit, noun: string) => TemplateResult;

/** Applies settings to the submissions that a form has received. It runs at every change, and has no effect on them. */
export class BackTest extends Store {
  private settings: SpamSettings | null = null;
  private checks: ReadonlySet<Check> = new Set();
  private outcome: BackTestReport | null = null;
  private failure: unknown = null;
  private timer = 0;

  constructor(private form: string) {
    super();
    void this.begin(form);
  }

  render(): TemplateResult {
    const { outcome, failure, settings } = this;
    const forms = knownForms();
    return html`<section class="sheet back-test" aria-labelledby="back-test">
      <header>
        <h2 id="back-test">What other settings would hold</h2>
        <p class="muted" role="status">${outcome ? `of the last ${counted(outcome.looked_at, 'submission')}` : nothing}</p>
      </header>
      <div class="inside">
        ${failure ? problem(failure) : nothing}
        <p class="option">
          <label for="tested-form">Form</label>
          <select id="tested-form" @change=${(event: Event) => void this.begin(valueOf(event))}>
            ${optionsIn(
              forms.map(({ id, name }) => [id, name]),
              this.form,
            )}
          </select>
        </p>
        ${
          settings
            ? html`<ul class="plain">
                ${this.offered(settings).map((check) => this.row(check, settings))}
              </ul>`
            : nothing
        }
        <p class="muted">
          Nothing is changed by this. What seems right is set in <a href="#/forms/${this.form}?section=spam">the form</a>.
        </p>
      </div>
    </section>`;
  }

  private offered = ({ siteverify }: SpamSettings): Check[] =>
    (Object.keys(CHECKS) as Check[]).filter((check) => check !== 'siteverify' || siteverify.provider);

  private row(check: Check, settings: SpamSettings): TemplateResult {
    const result = this.checks.has(check) ? this.outcome?.checks[check] : undefined;
    const toggle = (event: Event) => {
      const others = [...this.checks].filter((each) => each !== check);
      this.checks = new Set(isTicked(event) ? [...others, check] : others);
      this.soon();
    };
    const number: NumberInput = (name, noun) =>
      html`<input
          type="number"
          required
          min=${RANGES[name][0]}
          max=${RANGES[name][1]}
          .value=${String(settings[name])}
          aria-label=${capitalized(`${noun}s`)}
          @input=${(event: Event) => this.type(name, event)}
        />
        ${plural(settings[name], noun)}`;
    return html`<li>
      <label><input type="checkbox" .checked=${this.checks.has(check)} @change=${toggle} /><span>${CHECKS[check](number)}</span></label>
      <p>
        ${result ? html`<b>${result.held} held</b>` : nothing}
        ${result?.not_recorded ? html`<span class="muted">not known for ${result.not_recorded}</span>` : nothing}
        ${result?.ids.map((id) => html`<a href="#/forms/${this.form}/submissions/${id}">${time(momentOf(id))}</a> `)}
      </p>
    </li>`;
  }

  private async begin(form: string): Promise<void> {
    clearTimeout(this.timer);
    [this.form, this.outcome, this.failure] = [form, null, null];
    try {
      const { spam } = (await api.getFormSettings({ path: { form } })).data;
      if (form !== this.form) return;
      this.settings = spam;
      const levels = { ...spam, siteverify: spam.siteverify.level };
      this.checks = new Set((Object.keys(CHECKS) as Check[]).filter((check) => levels[check] !== 'off'));
    } catch (error) {
      [this.settings, this.failure] = [null, error];
    }
    await this.run();
  }

  private type(name: Limit, { target }: Event): void {
    const input = target as HTMLInputElement;
    if (!input.checkValidity()) return;
    this.settings = { ...this.settings!, [name]: Number(input.value) };
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(), PAUSE_MS);
  }

  private async run(): Promise<void> {
    if (!this.settings) return;
    const { form } = this;
    const spam = triedSettings(this.settings, this.checks);
    try {
      const { data } = await api.testSpamSettings({ path: { form }, body: { spam } });
      if (form !== this.form) return;
      [this.outcome, this.failure] = [data, null];
    } catch (error) {
      [this.outcome, this.failure] = [null, error];
    }
  }
}

type Check = keyof BackTestReport['checks'];

/** The settings with the given checks enabled and all others off. */
function triedSettings({ min_seconds, max_links }: SpamSettings, checks: ReadonlySet<Check>): NonNullable<BackTestInput['spam']> {
  const levels = Object.fromEntries(Object.keys(CHECKS).map((check) => [check, checks.has(check as Check) ? 'quarantine' : 'off']));
  return { min_seconds, max_links, ...levels, siteverify: { level: levels['siteverify'] as 'off' } };
}

/** The time at which a submission was stored, from the first 48 bits of its UUIDv7. */
function momentOf(id: string): string {
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return new Date(milliseconds).toISOString();
}
