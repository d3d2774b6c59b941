let last: Element | null = null;

/** Stops the second click of a double click if another element has replaced the one that was clicked first. */
export function keepDoubleClicks(): void {
  addEventListener('click', stopStray, true);
}

function stopStray(event: MouseEvent): void {
  const part = pressable(event.target as Element);
  const isStray = event.detail > 1 && part !== null && part !== last;
  if (!isStray) last = part;
  else {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** The element that a click activates: a label activates its control, and a row of a table opens its submission. */
function pressable(target: Element): Element | null {
  const part = target.closest('a, button, label, input, select, summary, tr');
  return part instanceof HTMLLabelElement ? part.control : part;
}
