import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe finds in a page as it is shown now, with the elements that have them. */
export const accessibilityFaults = (page: Page): Promise<string[]> => faultsOf(page, {});

/** Those of its colors alone, for a page that differs in nothing else from one in which all were looked for. */
export const colorFaults = (page: Page): Promise<string[]> => faultsOf(page, { runOnly: ['color-contrast', 'link-in-text-block'] });

export type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/**
 * What is wrong with a page as it is shown now, at each of these widths and in its theme: pixels that do not fit, and what axe finds. The page
 * gets narrower and wider without being loaded again. With `seen` a test looks at more.
 */
export async function faultsAt(page: Page, looks: readonly Look[], seen?: (width: number) => unknown): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(NEXT_FRAME);
    await seen?.(width);
    const found = [`${await overflowOf(page)} pixels do not fit`, ...(await accessibilityFaults(page))];
    faults.push(...found.filter((fault) => fault !== '0 pixels do not fit').map((fault) => `${width} ${colorScheme}: ${fault}`));
  }
  return faults;
}

/** By then the page has drawn itself at a new size. */
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

async function faultsOf(page: Page, rules: { runOnly?: string[] }): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const options = { ...rules, preload: false, resultTypes: ['violations', 'incomplete'] };
  const { violations, incomplete } = await page.evaluate<Findings>(`axe.run(document, ${JSON.stringify(options)})`);
  return [...violations, ...incomplete.flatMap(invisible)].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

interface Findings {
  violations: Rule[];
  incomplete: Rule[];
}

interface Rule {
  id: string;
  nodes: { target: string[]; any: { data?: { messageKey?: string } | null }[] }[];
}

/** Text in the very colour of its ground, which axe takes for hidden on purpose and leaves to people. */
function invisible({ id, nodes }: Rule): Rule[] {
  const found = nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'));
  return id === 'color-contrast' && found.length > 0 ? [{ id, nodes: found }] : [];
}

/** The number of pixels of a page that do not fit its width. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
