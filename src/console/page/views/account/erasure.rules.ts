import type { ErasureView } from '../../../../../client/src/index.js';

const some = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

/** What an erasure has found. */
export function countsInWords({ submissions, forms, files, runs, mails }: ErasureView['counts']): string {
  if (submissions + runs + mails === 0) return 'Nothing has it.';
  return `${some(submissions, 'submission')} in ${some(forms, 'form')}, ${some(files, 'file')}, ${some(runs, 'run')}, ${some(mails, 'mail')}.`;
}
