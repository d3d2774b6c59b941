import type { Page } from 'playwright-core';

/** Source of a function for the page: the texts of which an ellipsis leaves fewer than twelve letters or so. */
export const CUT_NAMES = `() =>
  [...document.querySelectorAll('main *')]
    .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
    .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth < 90)
    .map((element) => 'cut to ' + element.clientWidth + ' pixels: ' + element.textContent.trim().slice(0, 40))`;

/**
 * Source of a function for the page: the words that something else covers, by the middle of each word within the part of the page that is
 * shown. What lies outside of a box that scrolls or cuts is not looked at, nor what the browser does not show.
 */
export const COVERED_TEXTS = `() => {
  const faults = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, option, textarea, .count i')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (isCut(element, x, y)) continue;
      const over = document.elementsFromPoint(x, y).find((each) => each.checkVisibility({ opacityProperty: true }));
      const isLink = over?.matches('a.values') && over.parentElement.contains(element); // lies on the whole row, and shows nothing
      if (over && !isLink && !over.contains(element) && !element.contains(over)) faults.push(over.tagName + '.' + over.className + ' covers ' + node.textContent.trim().slice(0, 40));
    }
  }
  return faults;
  function isCut(element, x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight - 60) return true;
    for (let each = element; each; each = each.parentElement) {
      const box = each.getBoundingClientRect();
      if (getComputedStyle(each).overflow !== 'visible' && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return true;
    }
    return false;
  }
}`;

/** The number of pixels that plainly differ between two pictures of one size, PNG as base64. Edges that are only smoothed otherwise do not count. */
export const pixelsThatDiffer = (page: Page, [one, other]: readonly [string, string]): Promise<number> =>
  one === other ? Promise.resolve(0) : page.evaluate<number>(`(${PIXELS_THAT_DIFFER})(${JSON.stringify([one, other])})`);

const PIXELS_THAT_DIFFER = `async (pictures) => {
  const pixels = await Promise.all(pictures.map(async (picture) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  let differing = 0;
  for (let at = 0; at < pixels[0].length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(pixels[0][at + channel] - pixels[1][at + channel]) > 64)) differing += 1;
  return differing;
}`;
