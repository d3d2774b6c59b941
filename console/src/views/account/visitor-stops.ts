import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type VisitorStop } from 'form-collection-client';
import { api } from '../../api';
import { problem } from '../../elements/basics';
import { labelled } from '../../elements/form/controls';
import { time } from '../../elements/time';
import { ViewStore } from '../../elements/view-store';
import { may } from '../../session/rights';

const MOST = 50;

/** The number of visitors who want no mail, and a form that takes an address off the list. Nobody sees whose addresses are on it. */
export class VisitorStops extends ViewStore {
  private stops: VisitorStop[] = [];
  private hasMore = false;
  /** The address as it was typed. */
  value = '';
  private faults: readonly string[] = [];

  async read(): Promise<void> {
    const { data, meta } = await api.listVisitorStops({ query: { limit: MOST } });
    [this.stops, this.hasMore] = [data, meta.next_cursor !== null];
  }

  render(): TemplateResult {
    const { failure, notice } = this;
    return html`<section class="sheet" aria-labelledby="visitor-stops">
      <header><h2 id="visitor-stops">Visitors who want no mail</h2></header>
      <div class="inside address">
        <p>${this.state()}</p>
        ${may('submissions:update') ? this.form() : nothing} ${failure ? problem(failure) : nothing}
        <p class="muted" role="status">${notice}</p>
      </div>
    </section>`;
  }

  private state(): unknown {
    const [newest] = this.stops;
    if (!newest) return 'Nobody has stopped the mails that workflows send to visitors.';
    const count = this.hasMore ? `More than ${MOST}` : this.stops.length;
    return html`${count} ${count === 1 ? 'visitor has' : 'visitors have'} stopped the mails of your forms, the latest
    ${time(newest.created_at)}. Their addresses are not kept in a form that can be read.`;
  }

  private form(): TemplateResult {
    const send = (event: Event) => {
      event.preventDefault();
      void this.try(() => this.remove());
    };
    return html`<form @submit=${send}>
      ${labelled({
        ...{ id: 'stopped-address', label: 'Address of a visitor who asks for mails again', text: this.value, isRequired: true },
        ...{ maxLength: 254, faults: this.faults },
        change: (text) => (this.value = text),
      })}
      <p class="bar"><button>Let mails through</button></p>
    </form>`;
  }

  private async remove(): Promise<void> {
    [this.notice, this.faults] = ['', []];
    try {
      await api.removeVisitorStop({ body: { address: this.value } });
    } catch (error) {
      const faults = error instanceof ApiError ? error.details['address'] : null;
      if (!Array.isArray(faults)) throw error;
      this.faults = [`The address ${faults.join(', ')}.`];
      return;
    }
    this.notice = `${this.value.trim()} gets mails again.`;
    this.value = '';
    await this.read();
  }
}
