import { counted } from '../../english.rules';
import { timeText } from '../../elements/form/amounts.rules';
import { portOf, type Graph, type GraphNode } from './graph.rules';
import { shown } from '../../elements/form/text.rules';
import { inWords, portWord, titleOf } from './words.rules';

export const TYPE_ABOUT: Readonly<Record<string, string>> = {
  submission_received: 'Each submission that is accepted begins here.',
  filter: 'Submissions go on if this is true, and else no further on this way.',
  condition: 'Submissions go one way if this is true, and another way if not.',
  switch: 'Submissions go the way of the first case that fits, and else another one.',
  set_fields: 'Sets and leaves out values for the steps behind. The stored submission stays as it is.',
  map_values: 'Puts other values in place of those of a field, such as a name in place of a code.',
  delay: 'Waits before it goes on. A test does not wait.',
  stop: 'Ends the run here. No other step is begun.',
  database: 'Keeps the submission in this service, which it does in any case.',
  webhook: 'Sends the submission to a program of yours, or of somebody else: a webhook.',
  email: 'Sends a mail.',
  slack: 'Sends a message to Slack. What visitors typed can mention nobody there.',
  discord: 'Sends a message to Discord. What visitors typed can mention nobody there.',
};

/** The connection that leads to a step, unless the step simply follows the one above. */
export function reachedBy({ nodes, edges }: Graph, id: string, aboveId: string | undefined): string {
  const ways = edges.filter(({ target }) => target === id);
  if (ways.length === 0 && aboveId !== undefined) return 'nothing leads here';
  return ways
    .map((edge) => {
      const source = nodes.find((node) => node.id === edge.source);
      const [port, title] = [portOf(edge), source ? titleOf(source) : edge.source];
      if (port === 'error') return `when ${title} failed`;
      const when = portWord(port) && (port === 'default' ? portWord(port) : `when ${portWord(port)}`);
      const after = edge.source === aboveId && ways.length === 1 ? '' : `after ${title}`;
      return [after, when].filter(Boolean).join(' ');
    })
    .filter(Boolean)
    .join(', or ');
}

export const OPERATORS: Record<string, string> = {
  ...{ eq: 'is', ne: 'is not', gt: 'is greater than', gte: 'is at least', lt: 'is less than', lte: 'is at most' },
  ...{ in: 'is one of', not_in: 'is none of', contains: 'contains', not_contains: 'does not contain' },
  ...{ starts_with: 'begins with', ends_with: 'ends with', is_empty: 'is empty', is_not_empty: 'is not empty' },
  ...{ before: 'is before', after: 'is after', is_true: 'is true', is_false: 'is false' },
};

export interface Comparison {
  field?: string;
  path?: string;
  op?: string;
  value?: unknown;
}
type Condition = Comparison & { all?: Condition[]; any?: Condition[]; not?: Condition };

function conditionWords(condition: Condition | undefined, labelOf: LabelOf): string {
  if (!condition) return '';
  const { all, any, not, field, path, op = '', value } = condition;
  const group = all ?? any;
  if (Array.isArray(group)) return group.map((each) => conditionWords(each, labelOf)).join(all ? ' and ' : ' or ');
  if (not) return `not (${conditionWords(not, labelOf)})`;
  return [labelOf(field ?? path ?? ''), OPERATORS[op] ?? op, value === undefined ? '' : shown(value)].filter(Boolean).join(' ');
}

/** Returns the label of the value at a path in conditions and placeholders, or its name if it has no label. */
type LabelOf = (path: string) => string;

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The work of a step in words, by its settings, which may be unfinished. Fields have their labels. */
export function aboutNode({ type, config }: GraphNode, labelOf: LabelOf): string {
  const { url, to, set, remove, cases, seconds, until, sources, field } = config;
  const named = (names: readonly string[]): string => names.map(labelOf).join(', ');
  const filled = (template: unknown): string => text(template).replace(PLACEHOLDER, (_, path: string) => labelOf(path));
  const address = text(url).replace(/^https?:\/\//, '');
  switch (type) {
    case 'submission_received':
      return Array.isArray(sources) ? `submissions by ${inWords(sources.join(', ')).toLowerCase()}` : 'every accepted submission';
    case 'filter':
      return `goes on if ${conditionWords(config['where'] as Condition, labelOf)}`;
    case 'condition':
      return conditionWords(config['where'] as Condition, labelOf);
    case 'switch':
      return `${filled(config['value'])} by ${counted(Array.isArray(cases) ? cases.length : 0, 'case')}`;
    case 'set_fields':
      return [set && `sets ${named(Object.keys(set))}`, Array.isArray(remove) && `removes ${named(remove as string[])}`]
        .filter(Boolean)
        .join(', ');
    case 'map_values':
      return field ? `other values for ${labelOf(text(field))}` : '';
    case 'delay':
      return typeof seconds === 'number' ? `waits ${timeText(seconds)}` : until ? `waits until ${filled(until)}` : '';
    case 'stop':
      return config['outcome'] === 'failed' ? 'ends the run as failed' : 'ends the run';
    case 'database':
      return 'keeps the submission in this service';
    case 'webhook':
      return address && `${text(config['method']) || 'POST'} ${address}`;
    case 'email':
      return Array.isArray(to) && to.length > 0 ? `to ${to.map(filled).join(', ')}` : '';
    default:
      return address;
  }
}
