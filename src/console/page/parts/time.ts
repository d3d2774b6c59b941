import { html, type TemplateResult } from 'lit-html';

/** A moment in the zone of the reader: the time today, otherwise the day, with the year unless it is this one; whole on hover. */
export function time(iso: string): TemplateResult {
  const date = new Date(iso);
  const short = shortly(date, new Date());
  return html`<time datetime=${iso} title=${`${date.toLocaleString('sv-SE')} ${zoneOf(date)}`}>${short}</time>`;
}

function shortly(date: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return date.toLocaleString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString('en-GB', isThisYear ? DAY : { ...DAY, year: 'numeric' });
} // prettier-ignore

const DAY = { day: 'numeric', month: 'short' } as const;

const zoneOf = (date: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''; // prettier-ignore
