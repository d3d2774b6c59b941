import { capitalized } from '../../english.rules';
import type { GraphNode } from './graph.rules';

const TITLES: Record<string, string> = {
  ...{ submission_received: 'Submission', database: 'Storage', email: 'Mail', webhook: 'Program' },
  ...{ map_values: 'Other values', switch: 'Cases' },
};

/** A name of the API as words. */
export const inWords = (name: string): string => capitalized(name.replaceAll('_', ' '));

/** What a type of node is called. */
export const typeTitle = (type: string): string => TITLES[type] ?? inWords(type);

/** The name of a step, or what its type is called. */
export const titleOf = ({ name, type }: GraphNode): string => name?.trim() || typeTitle(type);

/** The word for a port on an edge of the picture; nothing for the usual one. */
export function portWord(port: string): string {
  const words: Record<string, string> = { out: '', true: 'yes', false: 'no', error: 'failed', default: 'otherwise' };
  return words[port] ?? port.replace(/^case:/, '');
}
