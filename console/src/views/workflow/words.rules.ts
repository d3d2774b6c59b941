import { capitalized } from '../../english.rules';
import type { GraphNode } from './graph.rules';

const TITLES: Record<string, string> = {
  ...{ submission_received: 'Submission', database: 'Storage', email: 'Mail', webhook: 'Program' },
  ...{ map_values: 'Other values', switch: 'Cases' },
};

export const inWords = (name: string): string => capitalized(name.replaceAll('_', ' '));

export const typeTitle = (type: string): string => TITLES[type] ?? inWords(type);

export const titleOf = ({ name, type }: GraphNode): string => name?.trim() || typeTitle(type);

export function portWord(port: string): string {
  const words: Record<string, string> = { out: '', true: 'yes', false: 'no', error: 'failed', default: 'otherwise' };
  return words[port] ?? port.replace(/^case:/, '');
}
