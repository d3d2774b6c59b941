import type { Field } from 'form-collection-client';
import { configErrors } from '../../src/workflows/definition/publish.rules';
import { NODE_TYPES, optionsOf as optionsOfType } from '../../src/workflows/nodes/node-types.rules';
import { secondsIn, timeText } from '../src/elements/form/amounts.rules';
import { withValue } from '../src/elements/form/option.rules';
import type { GraphNode } from '../src/views/workflow/graph.rules';
import { findingsIn } from '../src/views/workflow/findings.rules';
import { placeholdersFor } from '../src/views/workflow/placeholders.rules';
import { readySteps } from '../src/views/workflow/ready-steps.rules';
import { finished, optionAt, optionsOf, STEP_OPTIONS } from '../src/views/workflow/step-options.rules';
import { TYPE_ABOUT } from '../src/views/workflow/outline.rules';

const field = (name: string, more: Partial<Field> = {}): Field =>
  ({ id: name, name, label: null, type: 'string', required: false, options: null, validation: null, ...more }) as Field;
const FIELDS = [field('email', { label: 'E-mail', validation: { kind: 'preset', preset: 'email' } }), field('cv', { type: 'file' })];
const CONTEXT = {
  ...{
    fieldNames: new Set(['email']),
    emailFieldNames: new Set(['email']),
    fileFieldNames: new Set(['cv']),
    secretNames: new Set<string>(),
    upstreamIds: new Set(['big']),
  },
  blockedUrlReason: () => null,
};

describe('the forms of steps', () => {
  it('have a control for each option of each type, and words for what it is', () => {
    for (const type of NODE_TYPES) {
      expect([
        type.type,
        Object.keys(optionsOfType(type)).filter(
          (name) => !optionAt(type.type, ['config', name, 'mode']) && !optionAt(type.type, ['config', name]),
        ),
      ]).toEqual([type.type, []]);
      expect(TYPE_ABOUT[type.type]).toMatch(/\.$/);
    }
    expect(Object.keys(STEP_OPTIONS).sort()).toEqual(NODE_TYPES.map(({ type }) => type).sort());
  });

  it('ask at most five things, and the rest behind More', () => {
    for (const type of Object.keys(STEP_OPTIONS)) {
      const asked = optionsOf({ id: 'n', type, config: { body: { mode: 'template' } } }).filter(({ isMore }) => !isMore);
      expect(asked.length).toBeLessThanOrEqual(5);
    }
  });

  it('leave out what is empty, and what other settings make pointless', () => {
    expect(withValue({ body: { mode: 'fields' }, url: 'x' }, ['body', 'mode'], undefined)).toEqual({ url: 'x' });
    expect(withValue({ url: 'x' }, ['body', 'mode'], 'fields')).toEqual({ url: 'x', body: { mode: 'fields' } });
    const node: GraphNode = { id: 'n', type: 'webhook', config: { body: { mode: 'fields', template: 'x', content_type: 'y' } } };
    expect(finished(node).config).toEqual({ body: { mode: 'fields' } });
  });

  it('tell what is refused at the option that it is about, in its words', () => {
    const graph = { schema_version: 1, nodes: [{ id: 'a', type: 'webhook', config: {} }], edges: [] } as const;
    const refused = (path: string) =>
      findingsIn({ items: [{ message: 'is required', node_id: 'a', edge_id: null, path }] }, graph as never)[0];
    expect(refused('config.url')).toMatchObject({ message: '“Address” is required.', nodeId: 'a', option: { label: 'Address' } });
    expect(refused('config.body.template')).toMatchObject({ message: '“Text” is required.' });
    expect(refused('name')).toMatchObject({ message: 'Name is required.', option: undefined });
  });
});

describe('ready steps', () => {
  it.each(['en', 'de', 'fr', 'es'] as const)('lack nothing but addresses, in the language %s', (language) => {
    for (const [key, { node }] of Object.entries(readySteps(FIELDS, language))) {
      const errors = configErrors({ id: 'n', ...node }, CONTEXT as never).map(({ path, message }) => `${path} ${message}`);
      expect([key, errors]).toEqual([key, node.type === 'email' ? [] : ['config.url is required']]);
    }
  });

  it('answer nobody where no field has an address', () => {
    expect(Object.keys(readySteps([field('name')], 'en'))).not.toContain('ready-reply');
    expect(readySteps(FIELDS, 'de')['ready-reply']!.node.config).toMatchObject({
      to: ['{{ fields.email }}'],
      subject: 'Ihre Nachricht ist angekommen',
    });
  });
});

describe('placeholders', () => {
  const graph = {
    schema_version: 1 as const,
    nodes: [
      { id: 'start', type: 'submission_received', config: {} },
      { id: 'big', type: 'condition', config: {}, name: 'Big?' },
      { id: 'set', type: 'set_fields', config: { set: { tier: 'gold' } } },
      { id: 'mail', type: 'email', config: {} },
    ],
    edges: ['start>big', 'big>set', 'set>mail'].map((id) => ({ id, source: id.split('>')[0]!, target: id.split('>')[1]! })),
  };

  it('are those of the form, of the submission and of the steps before, and can all be published', () => {
    const groups = placeholdersFor(graph, 'mail', FIELDS);
    expect(groups.map(({ placeholders }) => placeholders.map(({ label }) => label))).toEqual([
      ['E-mail', 'tier', 'All values', 'Links to the files'],
      ['Its time', 'Its number', 'Name of the form'],
      ['Big?: result'],
    ]);
    const text = groups.flatMap(({ placeholders }) => placeholders.map((each) => each.text)).join(' ');
    const context = { ...CONTEXT, fieldNames: new Set(['email', 'tier']) };
    const config = { to: ['a@example.com'], subject: 'x', body_text: text };
    expect(configErrors({ id: 'mail', type: 'email', config }, context as never)).toEqual([]);
  });

  it('are none of steps that stand elsewhere', () => {
    expect(placeholdersFor(graph, 'big', FIELDS)).toHaveLength(2);
  });
});

it.each([
  ['10 minutes', 600],
  ['2h', 7200],
  ['90', 90],
  ['1.5 days', 129_600],
  ['3 weeks', 1_814_400],
  ['soon', undefined],
  ['3 moons', undefined],
])('the time %j has %j seconds', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds);
  if (seconds !== undefined) expect(secondsIn(timeText(seconds))).toBe(seconds);
});
