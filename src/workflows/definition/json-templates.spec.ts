import fc from 'fast-check';
import { aDefinition, aFanOut, aNode, aWebhook, START } from '../../../test/support/workflows';
import { aRunState } from '../../../test/support/run-state';
import { someWork } from '../../../test/support/render-work';
import type { Definition } from '../model/definition.types';
import { otherNamesIn } from '../templates/reference.rules';
import { TemplateRenderer } from '../templates/template-renderer';
import { hardSamples } from './hard-samples.rules';
import { brokenTemplates } from './json-templates';

const FIELDS = [
  { name: 'text', type: 'string' },
  { name: 'other', type: 'string' },
  { name: 'count', type: 'number' },
  { name: 'yes', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'tags', type: 'array' },
  { name: 'cv', type: 'file' },
] as const;

const hook = (template: string, content_type?: string) =>
  aWebhook('crm', { body: { mode: 'template', template, ...(content_type && { content_type }) } });

const messagesOf = async (definition: Definition, isValidated = true, escapesJson = true) =>
  (await brokenTemplates(definition, hardSamples(FIELDS, isValidated, otherNamesIn(definition)), escapesJson)).map(
    ({ node, message }) => `${node.id}: ${message}`,
  );

const messageOf = async (template: string, ...more: boolean[]) => (await messagesOf(aFanOut(hook(template)), ...more))[0] ?? null;

/** Templates that give valid JSON for every submission. */
const RIGHT = [
  '{"a":"{{ fields.text }}","b":"{{ fields.other | upcase }}"}',
  '{"a":{{ fields.text | json }},"n":{{ fields.count | json }},"t":{{ fields.tags | json: 2 }}}',
  '{"n":{{ fields.count | default: 0 }},"b":{{ fields.yes | default: false }},"s":"{{ fields.count }}/{{ fields.yes }}"}',
  '{"n":{{ fields.count | plus: 1 | times: 2 }},"size":{{ fields.tags | size }}}',
  '{"tags":[{% for t in fields.tags %}"{{ t }}"{% unless forloop.last %},{% endunless %}{% endfor %}]}',
  '{"tags":[{% assign s = "" %}{% for t in fields.tags %}{{ s }}{"n":"{{ t }}"}{% assign s = "," %}{% endfor %}]}',
  '{"a":{% if fields.yes %}"{{ fields.text }}"{% else %}null{% endif %}{% if fields.count > 2 %},"big":true{% endif %}}',
  '{"day":"{{ fields.day | date: "%d.%m.%Y" }}","all":"{{ all_fields }}","every":{{ fields | json }}}',
  '{"files":[{% for f in files %}{"n":"{{ f.filename }}","u":{{ f.url | json }}}{% unless forloop.last %},{% endunless %}{% endfor %}]}',
  '{ {%- for pair in fields -%}"{{ pair[0] }}":{{ pair[1] | json }},{%- endfor -%} "form":"{{ form.name }}" }',
  '"{{ fields.text | split: "" | join: "-" | truncate: 20 }}"',
  '{"a":"{% assign x = fields.text | append: fields.other %}{{ x }}","b":{{ x | json }}}',
];

describe('brokenTemplates', () => {
  it.each(RIGHT)('accepts %s', async (template) => {
    expect(await messageOf(template)).toBeNull();
  });

  it.each([
    ['{"n":{{ fields.count }}}', 'With every field missing: The template gives no JSON at line 1, column 6: '],
    ['{"a":{{ fields.text | default: 0 }}}', 'With ordinary values: The template gives no JSON at line 1, column 6: '],
    ['{"b":{% if fields.yes %}true{% endif %}}', 'With every field missing: '],
    ['{"t":[{% for t in fields.tags %}"{{ t }}"{% endfor %}]}', 'With ordinary values: '],
    ['{"t":[{% for t in fields.tags %}"{{ t }}",{% endfor %}]}', 'With ordinary values: '],
    ['{"f":[{% for f in files %}"{{ f.filename }}"{% endfor %}]}', 'With a quotation mark in every text: '],
    ['{"{{ fields.text }}":1}', 'A submitted text is in the name of a member.'],
    ['{ {{ fields.text | json }}: 1 }', 'With every field missing: '],
    ['{"x{{ fields.tags | first }}":1}', 'A submitted text is in the name of a member.'],
    ['{"text":"{{ fields.text }}"', 'With every field missing: The template gives no JSON at line 1, column 28: something is missing'],
    ['New: {{ fields.text }}', 'With every field missing: The template gives no JSON at line 1, column 1: '],
    ['{"v":{{ run.workflow_version }}}', 'With every field missing: '],
  ])('refuses %s', async (template, message) => {
    expect(await messageOf(template)).toContain(message);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json', 'application/problem+JSON;v=1', undefined])(
    'looks at the content type %s',
    async (type) => {
      expect(await messagesOf(aFanOut(hook('x', type)))).toHaveLength(1);
    },
  );

  it.each(['text/plain', 'application/jsonlines', 'application/x-ndjson', 'application/json-seq', 'application/xml; a=b+json'])(
    'leaves the content type %s alone',
    async (type) => {
      expect(await messagesOf(aFanOut(hook('x', type)))).toEqual([]);
    },
  );

  it('leaves disabled nodes alone, and names each broken one', async () => {
    const nodes = [
      aWebhook('off', { body: { mode: 'template', template: 'x' } }, { disabled: true }),
      hook('x'),
      { ...hook('y'), id: 'erp' },
    ];
    expect((await messagesOf(aFanOut(...nodes))).map((text) => text.split(':')[0])).toEqual(['crm', 'erp']);
  });

  it('knows the fields that earlier nodes set, and that any value may be a text where a form does not validate', async () => {
    const set = aNode('set', 'set_fields', { set: { count: '{{ fields.text }}', sum: '{{ fields.count | plus: 1 }}', fixed: 5 } });
    const after = (template: string) => aDefinition([START, set, hook(template)], 'start>set', 'set>crm');
    expect(await messagesOf(after('{"n":{{ fields.sum | default: 0 }},"f":{{ fields.fixed | default: 1 }}}'))).toEqual([]);
    expect(await messagesOf(after('{"n":{{ fields.count | default: 0 }}}'))).toHaveLength(1);
    const template = '{"n":{{ fields.count | default: 0 }}}';
    expect([await messageOf(template, true), await messageOf(template, false)]).toEqual([null, expect.stringContaining('a text outside')]);
  });

  it('knows the names that no field has, which are texts', async () => {
    expect(await messageOf('{"a":"{{ other.utm }}","b":{{ other["c.d"] | json }}}')).toBeNull();
    expect(await messageOf('{"a":{{ other.utm | default: 0 }}}')).toContain('With ordinary values: ');
    expect(await messageOf('{"{{ other.utm }}":1}')).toContain('in the name of a member');
  });

  it('finds the templates that are broken without escapes', async () => {
    expect(await messageOf('{"text":"{{ fields.text }}"}', true, false)).toContain(
      'With a quotation mark in every text: The rendered body is no JSON',
    );
    expect(await messageOf('{"text":{{ fields.text | json }}}', true, false)).toContain('With every field missing');
    expect(await messageOf('{"n":"{{ fields.count }}"}', true, false)).toBeNull();
  });
});

describe('an accepted template', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '"',
      '\\',
      '\\"',
      '","admin":"',
      '{"a":1}',
      '}',
      ',',
      '\u2028',
      '\ud800',
      '\\u0022',
      '{{ fields.other }}',
      '\r\n\t\0',
      'null',
    ),
  );
  const anyValues = fc.record(
    {
      text: anyText,
      other: anyText,
      count: fc.double({ noDefaultInfinity: true, noNaN: true }),
      yes: fc.boolean(),
      day: fc.constant('2024-02-29'),
      tags: fc.array(anyText, { maxLength: 4 }),
    },
    { requiredKeys: [] },
  );
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return 'list';
    if (typeof value !== 'object' || value === null) return 'scalar';
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
  };
  const bodyOf = async (template: string, fields: object) =>
    JSON.parse(await new TemplateRenderer(aRunState(fields as Record<string, unknown>), someWork()).renderJson(template)) as unknown;

  it('gives JSON for any values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...RIGHT), anyValues, async (template, fields) => {
        await bodyOf(template, fields);
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same members for any texts', async () => {
    const plain = { text: 'a', other: 'b', count: 1, yes: true, day: '2024-02-29', tags: ['c', 'd'] };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...RIGHT),
        anyText,
        anyText,
        fc.array(anyText, { minLength: 2, maxLength: 2 }),
        async (template, text, other, tags) => {
          const body = await bodyOf(template, { ...plain, text, other, tags });
          expect(shapeOf(body)).toEqual(shapeOf(await bodyOf(template, plain)));
        },
      ),
      { numRuns: 400 },
    );
  });
});
