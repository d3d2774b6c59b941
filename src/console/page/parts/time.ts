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

/** For a thread of events: the time with seconds today, otherwise the day and the time; for what is to come, how long it takes. */
export function moment(iso: string): TemplateResult {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  const seconds = (date.getTime() - Date.now()) / 1000;
  const short = seconds > 0 ? `in ${roughly(seconds)}` : isToday ? date.toLocaleTimeString('en-GB') : date.toLocaleString('en-GB', { ...DAY, ...MINUTE });
  return html`<time datetime=${iso} title=${`${date.toLocaleString('sv-SE')} ${zoneOf(date)}`}>${short}</time>`;
} // prettier-ignore

const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

function roughly(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const zoneOf = (date: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''; // prettier-ignore
