import type { Field } from 'form-collection-client';
import type { Operand } from './condition.rules';
import type { Graph, GraphNode } from './graph.rules';
import { titleOf } from './words.rules';

export interface Group {
  title: string;
  placeholders: { label: string; text: string }[];
}

type Fields = readonly Field[];

/** The placeholders for the values of the submission and of the steps before a step. */
export function placeholdersFor(graph: Graph, id: string, fields: Fields): Group[] {
  const made = operandsFor(graph, id, fields).filter(({ name }) => name.startsWith('nodes.'));
  const set = fieldsSetBefore(graph, id, fields);
  const group = (title: string, list: [label: string, path: string][]): Group => ({
    title,
    placeholders: list.map(([label, path]) => ({ label, text: `{{ ${path} }}` })),
  });
  const [hasFiles, values] = [fields.some(({ type }) => type === 'file'), fields.filter(({ type }) => type !== 'file')];
  const ofFields = group('Fields', [
    ...values.map(({ name, label }): [string, string] => [label ?? name, `fields.${name}`]),
    ...set.map((name): [string, string] => [name, `fields.${name}`]),
    ['All values', 'all_fields'],
  ]);
  if (hasFiles) ofFields.placeholders.push({ label: 'Links to the files', text: FILES });
  return [
    ofFields,
    group('Submission', [
      ['Its time', 'submission.received_at'],
      ['Its number', 'submission.id'],
      ['Name of the form', 'form.name'],
    ]),
    group(
      'Earlier steps',
      made.map(({ label, name }) => [label, name]),
    ),
  ].filter(({ placeholders }) => placeholders.length > 0);
}

const FILES = '{% for file in files %}{{ file.filename }}: {{ file.url }} {% endfor %}';

export function operandsFor(graph: Graph, id: string, fields: Fields): Operand[] {
  const before = stepsBefore(graph, id);
  return [
    ...fields.map(({ name, label, type, options }): Operand => {
      const list = Array.isArray(options) && options.length > 0 && (type === 'string' || type === 'array') ? { options } : {};
      return { name, label: label ?? name, type, ...list };
    }),
    ...fieldsSetBefore(graph, id, fields).map((name): Operand => ({ name, label: name, type: 'any' })),
    { name: 'submission.source', label: 'where it comes from', type: 'string', options: ['form_submit', 'hosted_form', 'api'] },
    { name: 'submission.has_files', label: 'with files', type: 'boolean' },
    { name: 'submission.address_confirmed', label: 'address confirmed', type: 'boolean' },
    { name: 'submission.received_at', label: 'time of arrival', type: 'any' },
    ...before.flatMap((node): Operand[] => {
      const [member, type] = OUTPUTS[node.type] ?? [];
      return member ? [{ name: `nodes.${node.id}.output.${member}`, label: `${titleOf(node)}: ${member}`, type: type ?? 'any' }] : [];
    }),
  ];
}

/** Returns the label that a step shows for the value at a path, or the path itself if the value has no label. */
export function labelsFor(graph: Graph, id: string, fields: Fields): (path: string) => string {
  const labels = new Map(operandsFor(graph, id, fields).map(({ name, label }) => [name, label]));
  return (path) => labels.get(path.replace(/^fields\./, '')) ?? path;
}

const OUTPUTS: Readonly<Record<string, [member: string, type: Operand['type']]>> = {
  ...{ filter: ['result', 'boolean'], condition: ['result', 'boolean'], switch: ['case', 'string'] },
};

function stepsBefore({ nodes, edges }: Graph, id: string): GraphNode[] {
  const before = new Set<string>();
  const visit = (target: string): void => {
    for (const edge of edges) {
      if (edge.target !== target || before.has(edge.source)) continue;
      before.add(edge.source);
      visit(edge.source);
    }
  };
  visit(id);
  return nodes.filter((node) => before.has(node.id) && node.id !== id);
}

function fieldsSetBefore(graph: Graph, id: string, fields: Fields): string[] {
  const set = stepsBefore(graph, id).flatMap(({ type, config }) => (type === 'set_fields' ? Object.keys(config['set'] ?? {}) : []));
  return [...new Set(set)].filter((name) => !fields.some((field) => field.name === name));
}
