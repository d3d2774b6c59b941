import type { Field } from 'form-collection-client';
import type { Graph } from './graph.rules';
import { aboutNode } from './outline.rules';
import { labelsFor } from './placeholders.rules';

const FIELDS = [
  { name: 'budget', label: 'Your budget', type: 'number' },
  { name: 'email', label: 'E-mail', type: 'string' },
  { name: 'topic', label: null, type: 'string' },
] as Field[];
const GRAPH: Graph = {
  schema_version: 1,
  nodes: [
    { id: 'big', type: 'condition', name: 'Large?', config: {} },
    { id: 'step', type: 'stop', config: {} },
  ],
  edges: [{ id: 'e', source: 'big', source_port: 'true', target: 'step' }],
};

describe('the outline of a workflow', () => {
  const about = (type: string, config: object) =>
    aboutNode({ id: 'step', type, config: config as Record<string, unknown> }, labelsFor(GRAPH, 'step', FIELDS));

  it.each([
    ['condition', { where: { field: 'budget', op: 'gt', value: 500 } }, 'Your budget is greater than 500'],
    ['filter', { where: { not: { path: 'fields.budget', op: 'is_empty' } } }, 'goes on if not (Your budget is empty)'],
    [
      'condition',
      {
        where: {
          any: [
            { field: 'topic', op: 'eq', value: 'x' },
            { path: 'nodes.big.output.result', op: 'is_true' },
          ],
        },
      },
      'topic is x or Large?: result is true',
    ],
    ['condition', { where: { path: 'submission.has_files', op: 'is_true' } }, 'with files is true'],
    ['condition', { where: { path: 'other.colour', op: 'is_empty' } }, 'other.colour is empty'],
    ['switch', { value: '{{ fields.budget }}', cases: [{}, {}] }, 'Your budget by 2 cases'],
    ['set_fields', { set: { budget: 1, fresh: 2 }, remove: ['email'] }, 'sets Your budget, fresh, removes E-mail'],
    ['map_values', { field: 'email' }, 'other values for E-mail'],
    ['delay', { until: '{{fields.topic}}' }, 'waits until topic'],
    ['email', { to: ['{{ fields.email }}', 'office@example.com'] }, 'to E-mail, office@example.com'],
    ['email', { to: ['{{ fields.email | downcase }}'] }, 'to {{ fields.email | downcase }}'],
  ])('has the labels of fields, and names where there is none: %s %j', (type, config, words) => {
    expect(about(type, config)).toBe(words);
  });
});
