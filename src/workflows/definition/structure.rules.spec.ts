import fc from 'fast-check';
import { defaultDefinition } from './default-definition.rules';
import { structureErrors } from './structure.rules';

const trigger = { id: 'start', type: 'submission_received', config: {} };
const store = { id: 'store', type: 'database', config: {} };
const edge = { id: 'e1', source: 'start', target: 'store' };
const valid = { schema_version: 1, nodes: [trigger, store], edges: [edge] };

const paths = (definition: unknown) => structureErrors(definition).map(({ path }) => path);
const withNode = (node: object) => ({ ...valid, nodes: [{ ...trigger, ...node }, store] });
const withEdge = (change: object) => ({ ...valid, edges: [{ ...edge, ...change }] });

describe('structureErrors', () => {
  it.each([
    ['the draft of a new form', defaultDefinition()],
    ['an empty definition', { schema_version: 1, nodes: [], edges: [] }],
    ['every optional member', withNode({ name: 'Begin', disabled: true, ui: { x: 1, note: ['a'] } })],
    ['a cycle, which publishing refuses', withEdge({ target: 'start' })],
    ['an unknown port, which publishing refuses', withEdge({ source_port: 'case:nope' })],
    ['an unfinished config', withNode({ config: { sources: 7 } })],
    ['a duplicate edge, which changes nothing', { ...valid, edges: [edge, { ...edge, id: 'e2' }] }],
    ['a name of 120 characters beyond the basic plane', withNode({ name: '😀'.repeat(120) })],
  ])('accepts %s', (_title, definition) => {
    expect(structureErrors(definition)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [null, ['definition']],
    ['x', ['definition']],
    [[], ['definition']],
    [{}, ['definition.schema_version', 'definition.nodes', 'definition.edges']],
    [{ ...valid, schema_version: 2 }, ['definition.schema_version']],
    [{ ...valid, schema_version: '1' }, ['definition.schema_version']],
    [{ ...valid, version: 1 }, ['definition.version']],
    [{ ...valid, nodes: {} }, ['definition.nodes', 'definition.edges.0.source', 'definition.edges.0.target']],
    [{ ...valid, edges: null }, ['definition.edges']],
    [{ ...valid, nodes: [trigger, store, 7] }, ['definition.nodes.2']],
    [{ ...valid, nodes: [trigger, store, []] }, ['definition.nodes.2']],
    [withNode({ id: undefined }), ['definition.nodes.0.id', 'definition.edges.0.source']],
    [{ ...valid, nodes: [trigger, store, { ...store, id: 'a b' }] }, ['definition.nodes.2.id']],
    [{ ...valid, nodes: [trigger, store, { ...store, id: 'a'.repeat(65) }] }, ['definition.nodes.2.id']],
    [{ ...valid, nodes: [trigger, store, store] }, ['definition.nodes.2.id']],
    [withNode({ type: 'code' }), ['definition.nodes.0.type']],
    [withNode({ type: 'constructor' }), ['definition.nodes.0.type']],
    [withNode({ type: ['database'] }), ['definition.nodes.0.type']],
    [withNode({ config: undefined }), ['definition.nodes.0.config']],
    [withNode({ config: [] }), ['definition.nodes.0.config']],
    [withNode({ config: { text: 'a'.repeat(16 * 1024) } }), ['definition.nodes.0.config']],
    [withNode({ ui: { text: 'a'.repeat(4 * 1024) } }), ['definition.nodes.0.ui']],
    [withNode({ ui: 'x' }), ['definition.nodes.0.ui']],
    [withNode({ name: 'a'.repeat(121) }), ['definition.nodes.0.name']],
    [withNode({ name: 'a\nb' }), ['definition.nodes.0.name']],
    [withNode({ name: null }), ['definition.nodes.0.name']],
    [withNode({ disabled: 'yes' }), ['definition.nodes.0.disabled']],
    [withNode({ colour: 'red' }), ['definition.nodes.0.colour']],
    [withEdge({ id: 7 }), ['definition.edges.0.id']],
    [{ ...valid, edges: [edge, edge] }, ['definition.edges.1.id']],
    [withEdge({ source: 'nobody' }), ['definition.edges.0.source']],
    [withEdge({ target: undefined }), ['definition.edges.0.target']],
    [withEdge({ source_port: '' }), ['definition.edges.0.source_port']],
    [withEdge({ source_port: null }), ['definition.edges.0.source_port']],
    [withEdge({ label: 'x' }), ['definition.edges.0.label']],
  ])('refuses %j at %j', (definition, expected) => {
    expect(paths(definition)).toEqual(expected);
  });

  it('calls a member that is missing required, and a wrong one wrong', () => {
    const messages = (definition: unknown) => structureErrors(definition).map(({ message }) => message);
    expect(messages(undefined)).toEqual(['is required']);
    expect(messages({})).toEqual(Array(3).fill('is required'));
    expect(messages({ schema_version: 1, nodes: [{}], edges: [{}] })).toEqual(Array(6).fill('is required'));
    expect(messages({ ...valid, schema_version: null, edges: null })).toEqual(['must be 1', 'must be a list']);
  });

  it('lists the known types for an unknown one', () => {
    const [unknown] = structureErrors(withNode({ type: 'http' }));
    expect(unknown!.message).toMatch(/^must be one of submission_received, filter, .*, webhook, .*, discord$/);
  });

  it('allows fifty nodes and a hundred edges and refuses one more of each', () => {
    const nodes = Array.from({ length: 51 }, (_, index) => ({ ...store, id: `n${index}` }));
    const edges = Array.from({ length: 101 }, (_, index) => ({ id: `e${index}`, source: 'n0', target: 'n1' }));
    expect(paths({ schema_version: 1, nodes: nodes.slice(1), edges: [] })).toEqual([]);
    expect(paths({ schema_version: 1, nodes, edges: edges.slice(1) })).toEqual(['definition.nodes']);
    expect(paths({ schema_version: 1, nodes: nodes.slice(0, 2), edges })).toEqual(['definition.edges']);
  });

  it('lets a node and an edge share an ID', () => {
    expect(paths(withEdge({ id: 'start' }))).toEqual([]);
  });

  it('reports at most a hundred errors', () => {
    expect(paths({ schema_version: 1, nodes: Array(50).fill({}), edges: Array(100).fill({}) })).toHaveLength(100);
  });

  it('never throws, and returns paths inside the definition only, for any JSON', () => {
    const entry = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.jsonValue(),
          type: fc.constantFrom('database', 'x', null),
          config: fc.jsonValue(),
          name: fc.jsonValue(),
          source: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const plausible = fc.record(
      { schema_version: fc.constantFrom(1, 2), nodes: fc.array(entry), edges: fc.array(entry) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), plausible), (definition) => {
        const errors = structureErrors(definition);
        expect(errors.length).toBeLessThanOrEqual(100);
        for (const { path } of errors) expect(path).toMatch(/^definition/);
      }),
    );
  });
});
