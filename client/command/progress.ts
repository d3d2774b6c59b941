import type { Terminal } from './terminal.js';

export interface Progress {
  /** Counts one that is done. */
  step(): void;
  end(): void;
}

/** Shows how many of a number are done, in one line of a screen that is taken away at the end. Elsewhere nothing is shown. */
export function showProgress(what: string, total: number, { stderr }: Terminal): Progress {
  let done = 0;
  const show = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r${text}\u001b[K`);
  };
  return {
    step: () => show(`${what} ${++done} of ${total}`),
    end: () => show(''),
  };
}
