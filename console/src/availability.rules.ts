import type { Form } from 'form-collection-client';
import { dayText } from './elements/time';

/** The state of a form in a word or two: On and Off, or the reason why a form that is on takes nothing. */
export function stateWord({ availability: { state, at } }: Pick<Form, 'availability'>): string {
  if (state === 'opens_later') return `Opens on ${dayText(new Date(at!))}`;
  return WORDS[state];
}

const WORDS = {
  ...{ open: 'On', disabled: 'Off', suspended: 'Account suspended', closed: 'Closed', full: 'Full' },
  ...{ quota_reached: 'Month used up', storage_full: 'No room for files' },
} as const;

export const isRefusing = ({ availability: { state } }: Pick<Form, 'availability'>): boolean => state !== 'open' && state !== 'disabled';
