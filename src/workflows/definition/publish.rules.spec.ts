import { EgressPolicy } from '../../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../../platform/outbound/target.rules';
import { PUBLISH_CODES, type PublishContext } from '../model/publish-error.types';
import { defaultDefinition } from './default-definition.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { publishErrors } from './publish.rules';

const context: PublishContext = {
  fieldNames: new Set(['email']),
  secretNames: new Set(['TOKEN']),
  fileFieldNames: new Set(['cv']),
  blockedUrlReason: (url) => blockedUrlReason(url, new EgressPolicy({ allowHosts: [], allowCidrs: [] })),
};

const node = (id: string, type: string, config: object = {}, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type,
  config: { ...config },
  ...more,
});

/** Parses an edge such as `a>b` or `a:port>b`, whose ID is the text. */
function edge(text: string): WorkflowEdge {
  const [from = '', target = ''] = text.split('>');
  const [source = '', port] = from.split(/:(.*)/);
  return { id: text, source, target, ...(port && { source_port: port }) };
}

const definition = (nodes: WorkflowNode[], ...edges: string[]): Definition => ({
  schema_version: 1,
  nodes,
  edges: edges.map(edge),
});

const start = node('start', 'submission_received');
const store = node('store', 'database');
const hook = (id: string, more: object = {}) => node(id, 'webhook', { url: 'https://x.example/', ...more });
const where = { field: 'email', op: 'is_not_empty' };

/** The errors as text: code, node, edge and path, without those that are null. */
const errorsOf = (tested: Definition) =>
  publishErrors(tested, context).map(({ code, node_id, edge_id, path }) =>
    [code, node_id, edge_id, path].filter((part) => part !== null).join(' '),
  );

describe('publishErrors', () => {
  it('accepts the draft of a new form', () => {
    expect(publishErrors(defaultDefinition(), context)).toEqual([]);
  });

  it('accepts edges from out and from its own ports at a disabled node', () => {
    const nodes = [start, node('if', 'condition', {}, { disabled: true }), store, hook('crm')];
    expect(errorsOf(definition(nodes, 'start>if', 'if>store', 'if:true>crm', 'start>crm'))).toEqual([]);
    expect(errorsOf(definition(nodes, 'start>if', 'start>store', 'if:maybe>store', 'if>crm'))).toEqual([
      'unknown_port if if:maybe>store source_port',
    ]);
  });

  it('refuses nodes that only a port leads to which a disabled node does not take', () => {
    const nodes = [start, node('if', 'condition', {}, { disabled: true }), store, hook('crm'), hook('next')];
    expect(errorsOf(definition(nodes, 'start>if', 'if>store', 'if:true>crm', 'crm>next'))).toEqual([
      'unreachable_node crm',
      'unreachable_node next',
    ]);
    const failing = [start, hook('a'), hook('b')].map((each) => (each.id === 'a' ? { ...each, disabled: true } : each));
    expect(errorsOf(definition(failing, 'start>a', 'a:error>b'))).toEqual(['unreachable_node b']);
  });

  it('lets a condition on a file compare only whether there is one, unless an earlier node has set the field', () => {
    const context2 = { ...context, fieldNames: new Set(['cv']), fileFieldNames: new Set(['cv']) };
    const filter = (operand: object) => node('f', 'filter', { where: operand });
    const set = node('set', 'set_fields', { set: { cv: 'x' } });
    const codes = (tested: Definition) => publishErrors(tested, context2).map(({ code, path }) => [code, path]);
    const refused = [['invalid_config', 'config.where.op']];
    for (const operand of [{ field: 'cv' }, { path: 'fields.cv' }]) {
      const equal = filter({ ...operand, op: 'eq', value: 'x' });
      expect(codes(definition([start, equal, store], 'start>f', 'f>store'))).toEqual(refused);
      expect(codes(definition([start, set, equal, store], 'start>set', 'set>f', 'f>store'))).toEqual([]);
      for (const op of ['is_empty', 'is_not_empty']) {
        expect(codes(definition([start, filter({ ...operand, op }), store], 'start>f', 'f>store'))).toEqual([]);
      }
    }
  });

  it('accepts a workflow that uses every kind of node', () => {
    const nodes = [
      start,
      store,
      node('big', 'condition', { where: { all: [where, { path: 'submission.source', op: 'eq', value: 'api' }] } }),
      node('shape', 'set_fields', { set: { full_name: '{{ fields.email | strip }}' } }),
      node('wait', 'delay', { seconds: 3600 }),
      hook('crm', { headers: { 'X-Token': '{{ secrets.TOKEN }}' } }),
      node('mail', 'email', { to: ['a@example.com'], subject: '{{ fields.full_name }} {{ nodes.crm.output.status }}' }),
      node('way', 'switch', { value: '{{ fields.email }}', cases: [{ key: 'a', op: 'is_empty' }] }),
      node('chat', 'slack', { url: '{{ secrets.TOKEN }}' }),
      node('end', 'stop'),
    ];
    const edges = ['start>store', 'start>big', 'big:true>shape', 'shape>crm', 'crm:error>mail', 'big:false>wait', 'wait>way'];
    expect(errorsOf(definition(nodes, ...edges, 'way:case:a>chat', 'way:default>end'))).toEqual([]);
  });

  it.each<[string, Definition, string[]]>([
    ['a workflow without a trigger', definition([store]), ['no_trigger']],
    ['a workflow whose trigger is disabled', definition([{ ...start, disabled: true }, store], 'start>store'), ['no_trigger']],
    [
      'a second trigger',
      definition([start, node('two', 'submission_received'), store], 'start>store', 'two>store'),
      ['multiple_triggers two'],
    ],
    ['a workflow without a destination', definition([start]), ['no_destination']],
    ['a workflow whose only destination is disabled', definition([start, { ...store, disabled: true }], 'start>store'), ['no_destination']],
    [
      'an unreachable node',
      definition([start, store, hook('a'), hook('b')], 'start>store', 'a>b'),
      ['unreachable_node a', 'unreachable_node b'],
    ],
    [
      'a port that the node does not have',
      definition([start, store], 'start:error>store'),
      ['unknown_port start start:error>store source_port'],
    ],
    [
      'an edge from a stop',
      definition([start, store, node('end', 'stop')], 'start>end', 'end>store'),
      ['unknown_port end end>store source_port'],
    ],
    ['an edge from a node to itself', definition([start, store], 'start>store', 'store>store'), ['cycle store store>store']],
    [
      'a cycle, at the edge that closes it',
      definition([start, store, hook('a'), hook('b')], 'start>store', 'store>a', 'a>b', 'b:error>a'),
      ['cycle b b:error>a'],
    ],
    ['an edge back to the trigger', definition([start, store], 'start>store', 'store>start'), ['cycle store store>start']],
    [
      'an unreachable cycle',
      definition([start, store, hook('a'), hook('b')], 'start>store', 'a>b', 'b>a'),
      ['unreachable_node a', 'unreachable_node b', 'cycle b b>a'],
    ],
    ['an unfinished config', definition([start, store, node('f', 'filter')], 'start>f', 'f>store'), ['invalid_config f config.where']],
    ['a blocked address', definition([start, hook('a', { url: 'http://127.0.0.1/' })], 'start>a'), ['blocked_url a config.url']],
    ['an unknown secret', definition([start, node('c', 'slack', { url: '{{ secrets.NO }}' })], 'start>c'), ['unknown_secret c config.url']],
    [
      'an unknown field',
      definition([start, store, node('f', 'filter', { where: { ...where, field: 'x' } })], 'start>f', 'f>store'),
      ['unknown_field f config.where.field'],
    ],
    [
      'the output of a node on another branch',
      definition(
        [start, hook('a'), node('c', 'discord', { url: 'https://x.example', text: '{{ nodes.a.output.x }}' })],
        'start>a',
        'start>c',
      ),
      ['unknown_path c config.text'],
    ],
  ])('refuses %s', (_title, tested, expected) => {
    expect(errorsOf(tested)).toEqual(expected);
  });

  it('lets a node refer to fields that its ancestors set, and to no others', () => {
    const shape = node('shape', 'set_fields', { set: { tier: 'gold' } });
    const chat = node('c', 'slack', { url: '{{ secrets.TOKEN }}', text: '{{ fields.tier }}' });
    expect(errorsOf(definition([start, shape, store, chat], 'start>shape', 'shape>store', 'store>c'))).toEqual([]);
    expect(errorsOf(definition([start, shape, store, chat], 'start>shape', 'shape>store', 'start>c'))).toEqual([
      'unknown_field c config.text',
    ]);
    const off = { ...shape, disabled: true };
    expect(errorsOf(definition([start, off, store, chat], 'start>shape', 'shape>store', 'store>c'))).toEqual([
      'unknown_field c config.text',
    ]);
  });

  it('does not validate the config of a disabled node', () => {
    expect(errorsOf(definition([start, store, node('f', 'filter', {}, { disabled: true })], 'start>f', 'f>store'))).toEqual([]);
  });

  it.each([
    ['names the ports of the source node', 'if:maybe>store', 'must be a way out of the step that it leaves: true, false'],
    ['asks for a port', 'if>store', 'is required here, and must be a way out of the step that it leaves: true, false'],
    ['says that nothing follows', 'end>store', 'must not be used, since nothing follows the step that it leaves'],
  ])('%s in the error of %s', (_title, wrong, message) => {
    const nodes = [start, node('if', 'condition', { where }), node('end', 'stop'), store];
    const errors = publishErrors(definition(nodes, 'start>if', 'if:true>store', 'if:false>end', wrong), context);
    expect(errors).toEqual([expect.objectContaining({ code: 'unknown_port', message })]);
  });

  it('reports everything at once', () => {
    const tested = definition([store, hook('a', { url: 7, method: 'GET' }), hook('b')], 'a:x>b', 'b>a');
    expect(errorsOf(tested)).toEqual([
      'no_trigger',
      'cycle b b>a',
      'unknown_port a a:x>b source_port',
      'invalid_config a config.url',
      'invalid_config a config.method',
    ]);
  });

  it('reports at most a hundred errors, each with a documented code, a message, and null for members that do not apply', () => {
    const headers = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`h ${index}`, 'x']));
    const nodes = Array.from({ length: 10 }, (_, index) => hook(`n${index}`, { headers }));
    const found = publishErrors(definition(nodes), context);
    expect(found).toHaveLength(100);
    for (const error of found) {
      expect(Object.keys(error).sort()).toEqual(['code', 'edge_id', 'message', 'node_id', 'path']);
      expect(PUBLISH_CODES).toContain(error.code);
    }
    expect(found[0]).toEqual({
      code: 'no_trigger',
      message: expect.any(String),
      node_id: null,
      edge_id: null,
      path: null,
    });
  });
});
