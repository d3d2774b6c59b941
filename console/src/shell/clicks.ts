let last: Element | null = null;

/** The second click of a double click is for the same element. It does not get to another one that has come into its place. */
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

/** The element that a click is for: a label stands for its control, and a row of a table opens its submission. */
function pressable(target: Element): Element | null {
  const part = target.closest('a, button, label, input, select, summary, tr');
  return part instanceof HTMLLabelElement ? part.control : part;
}
