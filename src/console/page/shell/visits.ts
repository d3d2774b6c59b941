import type { View, ViewContext } from '../view';

/** The present view, and those that were left while something in them was not saved, by their paths. Only the memory of the page has them. */
export const visits = new Map<string, { view: View; context: ViewContext }>();

/** Whether something that was typed in any view is not saved. */
export const isUnsaved = (): boolean => [...visits.values()].some(({ view }) => view.isUnsaved?.());

addEventListener('beforeunload', (event) => {
  if (isUnsaved()) event.preventDefault();
});
