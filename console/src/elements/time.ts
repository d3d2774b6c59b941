import { html, type TemplateResult } from 'lit-html';

/** A time in the reader's zone: for today the time, else the day, with the year unless it is this one. The tooltip has the whole time. */
export function time(iso: string): TemplateResult {
  const date = new Date(iso);
  return timeElement(iso, date, shortly(date, new Date()));
}

/** The day and the time, with the year unless it is this one, so that times in a column can be compared. */
export function dayAndMinute(iso: string): TemplateResult {
  return timeElement(iso, new Date(iso), dayAndMinuteText(new Date(iso)));
}

export const dayAndMinuteText = (date: Date): string =>
  (date.getFullYear() === new Date().getFullYear() ? AS_DAY_AND_MINUTE : AS_DATE_AND_MINUTE).format(date);

/** The day, with the year unless it is this one. */
export const dayText = (date: Date): string => (date.getFullYear() === new Date().getFullYear() ? AS_DAY : AS_DATE).format(date);

/** The time with the weekday and seconds. */
export const wholeTime = (iso: string): TemplateResult => timeElement(iso, new Date(iso), WHOLE.format(new Date(iso)));

const timeElement = (iso: string, date: Date, short: string): TemplateResult =>
  html`<time datetime=${iso} title=${`${SECOND.format(date)} ${zoneOf(date)}`}>${short}</time>`;

// Creating a format takes longer than formatting the hundreds of times of a long list.
const british = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const DAY = { day: 'numeric', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const [AS_DAY, AS_DATE, AS_MINUTE] = [british(DAY), british({ ...DAY, year: 'numeric' }), british(MINUTE)];
const [AS_SECOND, AS_DAY_AND_MINUTE] = [british({ timeStyle: 'medium' }), british({ ...DAY, ...MINUTE })];
const AS_DATE_AND_MINUTE = british({ ...DAY, ...MINUTE, year: 'numeric' });
const WHOLE = british({ dateStyle: 'full', timeStyle: 'medium' });
const SECOND = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
const ZONE = new Intl.DateTimeFormat('en', { timeZoneName: 'short' });

function shortly(date: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return AS_MINUTE.format(date);
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return dayText(date);
}

/** A time in a list of events: with seconds for today, else with the day. For a future time, the duration until then. */
export function moment(iso: string): TemplateResult {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  const seconds = (date.getTime() - Date.now()) / 1000;
  const short = seconds > 0 ? `in ${roughly(seconds)}` : (isToday ? AS_SECOND : AS_DAY_AND_MINUTE).format(date);
  return timeElement(iso, date, short);
}

function roughly(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

const zoneOf = (date: Date): string => ZONE.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
