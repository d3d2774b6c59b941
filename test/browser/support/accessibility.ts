import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe finds in a page as it is shown now, with the elements that have them. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<{ violations: Violation[] }>('axe.run(document, { preload: false, resultTypes: ["violations"] })');
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** The number of pixels of a page that do not fit its width. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
