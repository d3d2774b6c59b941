import { html, type TemplateResult } from 'lit-html';

/** A moment in the zone of the reader: the time today, otherwise the day; whole on hover. */
export function time(iso: string): TemplateResult {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  const short = date.toLocaleString('en-GB', isToday ? { hour: '2-digit', minute: '2-digit' } : DAY);
  return html`<time datetime=${iso} title=${`${date.toLocaleString('sv-SE')} ${zoneOf(date)}`}>${short}</time>`;
}

const DAY = { day: 'numeric', month: 'short' } as const;

const zoneOf = (date: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''; // prettier-ignore
