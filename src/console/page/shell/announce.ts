/** Tells the page to draw itself again, from places that know no view. */
export const announce = (): boolean => dispatchEvent(new Event('console-changed'));
