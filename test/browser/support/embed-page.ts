import type { Page } from 'playwright-core';
import { waitUntil } from '../../support/wait-until';

/** The events that the script sent to the page. */
export interface Told {
  type: string;
  detail: { kind: string; key: string; receipt?: { id: string }; isDurable?: boolean; fields: [string, unknown][] };
}

/** Writes down the events of the script, and lets a test put the clock of the page forward. */
export const RECORD_EVENTS = `
  const start = performance.now();
  let skippedMs = 0;
  performance.now = () => start + skippedMs;
  window.skipTime = (ms) => void (skippedMs += ms);
  window.told = [];
  for (const type of ['form:accepted', 'form:refused', 'form:stored-offline']) {
    document.addEventListener(type, (event) => {
      window.told.push({ type, detail: event.detail });
      if (window.takesOver) event.preventDefault();
    });
  }
`;

export const toldOf = (page: Page): Promise<Told[]> => page.evaluate<Told[]>('window.told');

/** Waits until the script has told as many outcomes. */
export async function hearOutcomes(page: Page, count: number): Promise<Told[]> {
  await waitUntil(async () => (await toldOf(page)).length >= count);
  return toldOf(page);
}

export const waitingTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(WAITING);

/** A script for the texts named `text` that wait in the database of the browser. */
export const WAITING = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('form-submissions', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('queue', { keyPath: 'key' });
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('queue').objectStore('queue').getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ fields }) => fields.find(([name]) => name === 'text')?.[1]));
    };
  };
})`;
