import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { WorkflowNode } from '../../src/index.js';
import type { CanonicalWorkflow } from '../canonical/canonical.types.js';
import { isSame } from '../objects.js';
import { changeOf, type Difference, differencesOf } from './differences.js';
import type { Change } from './plan.types.js';

const CHATS: readonly string[] = ['slack', 'discord'];
const DESTINATIONS: readonly string[] = ['webhook', 'email', ...CHATS];

export const HIDDEN = '(hidden)';

/**
 * The changes of a workflow by the ids of its nodes and edges, without secrets that the service has.
 * @param signing the ids of webhooks that have a signing secret
 */
export function workflowChanges(before: CanonicalWorkflow, after: CanonicalWorkflow, signing: ReadonlySet<string>): Change[] {
  const nodes = { before: byId(before.nodes), after: byId(after.nodes) };
  return [
    ...differencesOf(nodes.before, nodes.after).map((each) => nodeChange(each, nodes.before, nodes.after, signing)),
    ...differencesOf(byId(before.edges), byId(after.edges)).map((each) => changeOf(each, 'workflow', 'edges')),
    ...orderChange('nodes', before.nodes, after.nodes),
    ...orderChange('edges', before.edges, after.edges),
  ];
}

type Node = Omit<WorkflowNode, 'id'>;
type ById<Entry> = Readonly<Record<string, Entry>>;

const byId = <Entry extends { id: string }>(entries: readonly Entry[]): ById<Omit<Entry, 'id'>> =>
  Object.fromEntries(entries.map(({ id, ...members }) => [id, members]));

function nodeChange(difference: Difference, before: ById<Node>, after: ById<Node>, signing: ReadonlySet<string>): Change {
  const [id, ...within] = difference.path as string[];
  const node = before[id!];
  const shown = node ? { ...difference, before: withoutSecrets(node, within, difference.before) } : difference;
  const notes = [destinationNote(before[id!], after[id!], within), secretNote(id!, after[id!], within, signing)].filter(
    (note) => note !== null,
  );
  return { ...changeOf(shown, 'workflow', 'nodes'), ...(notes.length > 0 && { note: notes.join('; ') }) };
}

/** Hides what the service has as headers and as the address of a chat, but for templates, which name secrets. */
function withoutSecrets({ type }: Node, [area, member]: readonly string[], value: unknown): unknown {
  if (member !== undefined) return area === 'config' && isSecret(type, member) ? hidden(value) : value;
  if (area !== undefined || !isJsonObject(value) || !isJsonObject(value['config'])) return value;
  const config = Object.entries(value['config']).map(([name, each]) => [name, isSecret(type, name) ? hidden(each) : each] as const);
  return { ...value, config: Object.fromEntries(config) };
}

const isSecret = (type: string, member: string): boolean => member === 'headers' || (member === 'url' && CHATS.includes(type));

function hidden(value: unknown): unknown {
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hidden(member)]));
  return typeof value === 'string' && !value.includes('{{') ? HIDDEN : value;
}

/** A destination comes or goes with its node, and with `disabled`. */
function destinationNote(before: Node | undefined, after: Node | undefined, within: readonly string[]): string | null {
  if (within.length > 0 && !['type', 'disabled'].includes(within[0]!)) return null;
  const [had, has] = [isActive(before), isActive(after)];
  if (had === has) return null;
  return has ? 'a new destination of submissions' : 'no destination of submissions any more';
}

const isActive = (node: Node | undefined): boolean => node !== undefined && DESTINATIONS.includes(node.type) && !node.disabled;

function secretNote(id: string, node: Node | undefined, within: readonly string[], signing: ReadonlySet<string>): string | null {
  if (node?.type !== 'webhook' || node.config['signing'] === 'none' || signing.has(id)) return null;
  return within.length === 0 || within[0] === 'type' ? 'signed by a new secret, which its receiver needs' : null;
}

/** The order of the entries that are in both. */
function orderChange(kind: string, before: readonly { id: string }[], after: readonly { id: string }[]): Change[] {
  const [from, to] = [idsIn(before, after), idsIn(after, before)];
  return isSame(from, to) ? [] : [{ sign: '~', subject: `workflow ${kind} order`, before: from, after: to }];
}

const idsIn = (entries: readonly { id: string }[], others: readonly { id: string }[]): string[] =>
  entries.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));
