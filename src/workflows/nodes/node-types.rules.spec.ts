import { EgressPolicy } from '../../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../../platform/outbound/target.rules';
import fc from 'fast-check';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { NODE_KINDS } from '../model/definition.types';
import { configErrors } from '../definition/publish.rules';
import type { NodeType } from './node-type.types';
import { editorSchemas, isNodeType, NODE_TYPES, optionsOf, typeOf } from './node-types.rules';

const context: NodeContext = {
  fieldNames: new Set(['email', 'plan']),
  secretNames: new Set(['TOKEN']),
  upstreamIds: new Set(['crm']),
  fileFieldNames: new Set(['cv']),
  emailFieldNames: new Set(['email']),
  blockedUrlReason: (url) => blockedUrlReason(url, new EgressPolicy({ allowHosts: [], allowCidrs: [] })),
};

const named = (name: string): NodeType => typeOf({ id: 'n', type: name, config: {} });

const errorsOf = (type: string, config: Record<string, unknown>): ConfigError[] => configErrors({ id: 'n', type, config }, context);

const where = { field: 'email', op: 'is_not_empty' };
const url = 'https://crm.example.com/hook';
const manyCases = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, op: 'is_empty' }));

describe('the registry of node types', () => {
  it('has a unique name and a kind for every type', () => {
    expect(new Set(NODE_TYPES.map(({ type }) => type)).size).toBe(NODE_TYPES.length);
    for (const { kind } of NODE_TYPES) expect(NODE_KINDS).toContain(kind);
  });

  it('tells an editor the type of each option that does not take every value', () => {
    const anything = ['map_values.default'];
    for (const type of NODE_TYPES) {
      const { properties, required } = editorSchemas()[type.type] as { properties: object; required: string[] };
      expect(Object.keys(properties)).toEqual(Object.keys(optionsOf(type)));
      expect(required).toEqual(Object.keys(properties).filter((name) => optionsOf(type)[name]!.isRequired));
      for (const [name, schema] of Object.entries(properties) as [string, { type?: string }][])
        expect(Boolean(schema.type)).toBe(!anything.includes(`${type.type}.${name}`));
    }
  });

  it('has a price and documentation for every type', () => {
    const prices = Object.fromEntries(NODE_TYPES.map(({ type, points }) => [type, points]));
    expect(prices).toEqual({
      submission_received: 0,
      filter: 0,
      condition: 0,
      switch: 0,
      set_fields: 1,
      map_values: 1,
      delay: 1,
      stop: 0,
      database: 0,
      webhook: 2,
      email: 2,
      slack: 2,
      discord: 2,
    });
    for (const type of NODE_TYPES) {
      expect(type.summary).toMatch(/\.$/);
      for (const { meaning } of Object.values(optionsOf(type))) expect(meaning).toMatch(/\.$/);
    }
  });

  it('does not contain the names of inherited members', () => {
    expect(['constructor', '__proto__', 'toString', null, 7].some(isNodeType)).toBe(false);
    expect(() => named('constructor')).toThrow('structure');
  });

  it('accepts drafts with any config', () => {
    const config = fc.dictionary(fc.constantFrom('sources', 'cases', 'set', 'url', 'to', 'outcome', 'x'), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...NODE_TYPES), config, (type, draft) => {
        for (const port of type.ports(draft)) expect(typeof port).toBe('string');
        for (const field of type.fieldsSet?.(draft) ?? []) expect(typeof field).toBe('string');
        type.mayTakeNoPort?.(draft);
        if (type.channel !== 'none') expect(typeof type.target(draft)).toBe('string');
        for (const { path } of errorsOf(type.type, draft)) expect(path).toMatch(/^config/);
      }),
    );
  });
});

describe('the config of a node', () => {
  it.each<[string, Record<string, unknown>]>([
    ['submission_received', {}],
    ['submission_received', { sources: ['api', 'form_submit'] }],
    ['filter', { where }],
    ['condition', { where }],
    [
      'switch',
      {
        value: '{{ fields.plan }}',
        cases: [
          { key: 'pro', op: 'eq', value: 'pro' },
          { key: 'no-1', op: 'is_empty' },
        ],
      },
    ],
    ['set_fields', { set: { tier: 'gold', copy: '{{ fields.email }}', n: 1, b: true, gone: null }, mode: 'replace' }],
    ['set_fields', { remove: ['email'] }],
    ['map_values', { field: 'plan', map: { a: 'b', 1: 2 }, default: null }],
    ['delay', { seconds: 1 }],
    ['delay', { seconds: 2_592_000 }],
    ['delay', { until: '{{ fields.plan }}' }],
    ['delay', { until: ' 2026-12-24 ' }],
    ['delay', { until: '2026-12-24T18:00:00+01:00' }],
    ['stop', {}],
    ['stop', { outcome: 'failed', message: 'Spam' }],
    ['database', {}],
    ['webhook', { url }],
    [
      'webhook',
      {
        url,
        method: 'PUT',
        headers: { 'X-Token': '{{ secrets.TOKEN }}' },
        body: { mode: 'standard' },
        timeout_ms: 15000,
        retry_uncertain: true,
        signing: 'none',
      },
    ],
    [
      'webhook',
      {
        url,
        body: { mode: 'template', template: '{{ fields.email | json }}', content_type: 'text/plain; charset=utf-8' },
      },
    ],
    [
      'email',
      {
        to: ['sales@example.com', 'boss@example.com'],
        subject: 'Hi',
        body_text: 'x',
        body_html: '<p>',
        reply_to: '{{ fields.email }}',
      },
    ],
    ['slack', { url: '{{ secrets.TOKEN }}', text: '{{ fields.email }}' }],
    ['discord', { url: 'https://discord.com/api/webhooks/1/x' }],
  ])('is valid for %s: %j', (name, config) => {
    expect(errorsOf(name, config)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['submission_received', { sources: [] }, 'invalid_config', 'config.sources'],
    ['submission_received', { sources: ['fax'] }, 'invalid_config', 'config.sources.0'],
    ['filter', {}, 'invalid_config', 'config.where'],
    ['filter', { where: { field: 'phone', op: 'is_empty' } }, 'unknown_field', 'config.where.field'],
    ['condition', { where, extra: 1 }, 'invalid_config', 'config.extra'],
    ['switch', { value: 1, cases: [{ key: 'a', op: 'eq', value: 1 }] }, 'invalid_config', 'config.value'],
    ['switch', { value: 'x', cases: [] }, 'invalid_config', 'config.cases'],
    ['switch', { value: 'x', cases: manyCases(21) }, 'invalid_config', 'config.cases'],
    ['switch', { value: 'x', cases: [{ key: 'a b', op: 'is_empty' }] }, 'invalid_config', 'config.cases.0.key'],
    ['switch', { value: 'x', cases: [{ key: 'a', op: 'nope' }] }, 'invalid_config', 'config.cases.0.op'],
    ['switch', { value: 'x', cases: [{ key: 'a', op: 'gt', value: 'x' }] }, 'invalid_config', 'config.cases.0.value'],
    [
      'switch',
      {
        value: 'x',
        cases: [
          { key: 'a', op: 'is_empty' },
          { key: 'a', op: 'is_true' },
        ],
      },
      'invalid_config',
      'config.cases.1.key',
    ],
    ['set_fields', {}, 'invalid_config', 'config'],
    ['set_fields', { set: {} }, 'invalid_config', 'config'],
    ['set_fields', { set: { Tier: 'x' } }, 'invalid_config', 'config.set.Tier'],
    ['set_fields', { set: { tier: [] } }, 'invalid_config', 'config.set.tier'],
    ['set_fields', { set: { tier: '{{ fields.phone }}' } }, 'unknown_field', 'config.set.tier'],
    ['set_fields', { remove: ['phone'] }, 'unknown_field', 'config.remove.0'],
    ['set_fields', { set: { a: 1 }, mode: 'swap' }, 'invalid_config', 'config.mode'],
    ['map_values', { field: 'phone', map: {} }, 'unknown_field', 'config.field'],
    ['map_values', { field: 'plan', map: { a: {} } }, 'invalid_config', 'config.map.a'],
    ['map_values', { field: 'plan' }, 'invalid_config', 'config.map'],
    ['delay', {}, 'invalid_config', 'config'],
    ['delay', { seconds: 1, until: '2026-12-24' }, 'invalid_config', 'config'],
    ['delay', { until: 'tomorrow' }, 'invalid_config', 'config.until'],
    ['delay', { until: '2026-02-30' }, 'invalid_config', 'config.until'],
    ['delay', { until: '2026-12-24T18:00:00' }, 'invalid_config', 'config.until'],
    ['webhook', { url, headers: { 'X-A': 'a', 'x-a': 'b' } }, 'invalid_config', 'config.headers.x-a'],
    ['delay', { seconds: 0 }, 'invalid_config', 'config.seconds'],
    ['delay', { seconds: 2_592_001 }, 'invalid_config', 'config.seconds'],
    ['delay', { seconds: 1.5 }, 'invalid_config', 'config.seconds'],
    ['stop', { outcome: 'cancelled' }, 'invalid_config', 'config.outcome'],
    ['database', { table: 'x' }, 'invalid_config', 'config.table'],
    ['webhook', {}, 'invalid_config', 'config.url'],
    ['webhook', { url: '/hook' }, 'invalid_config', 'config.url'],
    ['webhook', { url: 'https://x.example/{{ fields.email }}' }, 'invalid_config', 'config.url'],
    ['webhook', { url: 'http://127.0.0.1/' }, 'blocked_url', 'config.url'],
    ['webhook', { url: 'ftp://x.example/' }, 'blocked_url', 'config.url'],
    ['webhook', { url: 'https://me:pass@x.example/' }, 'blocked_url', 'config.url'],
    ['webhook', { url, method: 'GET' }, 'invalid_config', 'config.method'],
    ['webhook', { url, headers: { 'X Y': 'a' } }, 'invalid_config', 'config.headers.X Y'],
    ['webhook', { url, headers: { 'X-A': 'a\r\nX-B: b' } }, 'invalid_config', 'config.headers.X-A'],
    ['webhook', { url, headers: { 'X-A': 'a\x01b' } }, 'invalid_config', 'config.headers.X-A'],
    ['webhook', { url, headers: { 'X-A': 'x'.repeat(8193) } }, 'invalid_config', 'config.headers.X-A'],
    ['webhook', { url, headers: { 'HTTP2-Settings': 'a' } }, 'invalid_config', 'config.headers.HTTP2-Settings'],
    ['webhook', { url, headers: { 'X-A': '{{ secrets.OTHER }}' } }, 'unknown_secret', 'config.headers.X-A'],
    ['webhook', { url, body: {} }, 'invalid_config', 'config.body.mode'],
    ['webhook', { url, body: { mode: 'template' } }, 'invalid_config', 'config.body.template'],
    ['webhook', { url, body: { mode: 'fields', template: 'x' } }, 'invalid_config', 'config.body'],
    ['webhook', { url, body: { mode: 'template', template: '{{ secrets.TOKEN }}' } }, 'invalid_config', 'config.body.template'],
    ['webhook', { url, body: { mode: 'template', template: 'x', content_type: 'a\r\nb' } }, 'invalid_config', 'config.body.content_type'],
    ['webhook', { url, timeout_ms: 15_001 }, 'invalid_config', 'config.timeout_ms'],
    ['webhook', { url, signing: 'hmac' }, 'invalid_config', 'config.signing'],
    ['email', { to: [], subject: 'x' }, 'invalid_config', 'config.to'],
    ['email', { to: ['nobody'], subject: 'x' }, 'invalid_config', 'config.to.0'],
    ['email', { to: ['a@example.com, b@example.com'], subject: 'x' }, 'invalid_config', 'config.to.0'],
    ['email', { to: ['{{ secrets.TOKEN }}'], subject: 'x' }, 'invalid_config', 'config.to.0'],
    ['email', { to: ['a@example.com'] }, 'invalid_config', 'config.subject'],
    ['email', { to: ['a@example.com'], subject: '{{ nodes.later.output }}' }, 'unknown_path', 'config.subject'],
    ['email', { to: ['a@example.com'], subject: 'x', reply_to: 'x' }, 'invalid_config', 'config.reply_to'],
    ['slack', { url: '{{ secrets.OTHER }}' }, 'unknown_secret', 'config.url'],
    ['slack', { url: 'http://127.0.0.1/' }, 'blocked_url', 'config.url'],
    ['discord', { url: 'https://{{ fields.email }}' }, 'invalid_config', 'config.url'],
    ['discord', { url, text: '{{ secrets.TOKEN }}' }, 'invalid_config', 'config.text'],
  ])('is invalid for %s: %j (%s at %s)', (name, config, code, path) => {
    expect(errorsOf(name, config)).toEqual([expect.objectContaining({ code, path })]);
  });

  it.each(['text/csv; header=present', 'application/vnd.api+json;charset=utf-8', 'application/x_y'])(
    'may have the media type %s',
    (content_type) => {
      expect(errorsOf('webhook', { url, body: { mode: 'template', template: 'x', content_type } })).toEqual([]);
    },
  );

  it('reports all errors at once, including those that involve several options', () => {
    const cases = [{ key: 'a b', op: 'gt', value: 'x' }, null, { key: 'c', op: 'is_true' }, { key: 'c', op: 'eq', x: 1 }];
    const paths = (name: string, config: Record<string, unknown>) => errorsOf(name, config).map(({ path }) => path);
    expect(paths('switch', { value: 'x', cases })).toEqual([
      'config.cases.0.key',
      'config.cases.0.value',
      'config.cases.1',
      'config.cases.3.x',
      'config.cases.3.value',
      'config.cases.3.key',
    ]);
    expect(paths('delay', { seconds: 0, until: '{{' })).toEqual(['config.seconds', 'config.until', 'config']);
    expect(paths('set_fields', { mode: 'all' })).toEqual(['config.mode', 'config']);
    expect(paths('webhook', { body: { mode: 'template', content_type: 'text' } })).toEqual([
      'config.url',
      'config.body.content_type',
      'config.body.template',
    ]);
  });

  it.each([
    'host',
    'Content-Length',
    'content-type',
    'Transfer-Encoding',
    'CONNECTION',
    'webhook-id',
    'Webhook-Signature',
    'Proxy-Authorization',
    'expect',
  ])('may not set the header %s', (header) => {
    expect(errorsOf('webhook', { url, headers: { [header]: 'x' } })).toEqual([
      {
        code: 'invalid_config',
        path: `config.headers.${header}`,
        message: 'must not be set, since the service sets this header itself',
      },
    ]);
  });
});

describe('the ports of a node', () => {
  it('depend on the type, and for a switch on its cases', () => {
    const cases = [{ key: 'a' }, { key: 'b' }, { key: 'a' }, { key: 7 }, null];
    expect(named('switch').ports({ cases })).toEqual(['case:a', 'case:b', 'default']);
    expect(named('switch').ports({})).toEqual(['default']);
    expect(named('condition').ports({})).toEqual(['true', 'false']);
    expect(named('stop').ports({})).toEqual([]);
    expect(named('database').ports({})).toEqual(['out']);
    expect(named('email').ports({})).toEqual(['out', 'error']);
  });
});
