import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import { InvalidOutput } from './json-body';
import { TemplateRenderer } from './template-renderer';

const FIELDS = {
  text: 'a"b\\c\n{%}',
  empty: '',
  count: 3,
  yes: true,
  tags: ['red', 'gr"een'],
  none: [],
  nested: { a: 'x"y' },
  lone: '\ud83d',
  lines: 'a\u2028b',
};

const rendered = (template: string, fields: Record<string, unknown> = FIELDS, escapesJson = true) =>
  new TemplateRenderer(aRunState(fields), someWork(), null, escapesJson).renderJson(template);

describe('a template of JSON', () => {
  it.each([
    ['{"a":"{{ fields.text }}"}', { a: FIELDS.text }],
    ['{"a":"x {{ fields.text }} {{ fields.count }}"}', { a: `x ${FIELDS.text} 3` }],
    ['{"a":{{ fields.count }},"b":{{ fields.yes }},"c":"{{ fields.count }}"}', { a: 3, b: true, c: '3' }],
    ['{"a":{{ fields.text | json }}}', { a: FIELDS.text }],
    ['{"a":{{ fields.gone | json }},"b":{{ nil | json }}}', { a: null, b: null }],
    ['{"a":{{ fields | json }}}', { a: FIELDS }],
    ['{{ fields.tags | json: 2 }}', FIELDS.tags],
    ['{{ fields.nested | json: "  " }}', FIELDS.nested],
    ['{"a":"{{ fields.tags }}","b":"{{ fields.nested }}"}', { a: 'red, gr"een', b: '{"a":"x\\"y"}' }],
    ['{"a":"{{ fields.gone }}","b":"{{ fields.count | json }}"}', { a: '', b: '3' }],
    ['{"a":{{ fields.count | plus: 1 }},"b":{{ fields.gone | default: 0 }}}', { a: 4, b: 0 }],
    ['{"a":{{ fields.gone | default: "null" }},"b":[{{ fields.none }}]}', { a: null, b: [] }],
    ['[{% for t in fields.tags %}"{{ t }}"{% unless forloop.last %},{% endunless %}{% endfor %}]', FIELDS.tags],
    ['[{% assign s = "" %}{% for t in fields.tags %}{{ s }}{{ t | json }}{% assign s = "," %}{% endfor %}]', FIELDS.tags],
    ['{"a":"{{ fields.text | strip_newlines | append: "!" }}"}', { a: 'a"b\\c{%}!' }],
    ['{"a":"{{ fields.lone }}","b":"{{ fields.lines }}"}', { a: FIELDS.lone, b: FIELDS.lines }],
    ['{%- assign t = fields.text | json -%} {"a":"{{ t }}"}', { a: JSON.stringify(FIELDS.text) }],
    [
      '{"a":"{{ fields.text | url_encode }}","at":"{{ submission.received_at | date: "%d.%m." }}"}',
      { a: 'a%22b%5Cc%0A%7B%25%7D', at: '31.01.' },
    ],
    ['{ {{ fields.count | append: "" | json }}: 1 }', { 3: 1 }],
    ['{{ fields.count }}', 3],
    ['{"a":{{ fields.count | divided_by: 0 }},"b":"{{ fields.count | divided_by: 0 }}"}', { a: null, b: 'Infinity' }],
  ])('gives JSON: %s', async (template, expected) => {
    expect(JSON.parse(await rendered(template))).toEqual(expected);
  });

  it.each([
    ['{"a":{{ fields.text }}}', 'line 1, column 6: a text outside of quotation marks needs the filter json'],
    ['{\n  "a": {{ fields.gone }}\n}', 'line 2, column 8: a value is missing, for which the filter json writes null'],
    ['{"a":"{{ fields.text | json }}"}', 'line 1, column 7: the filter json brings its own quotation marks'],
    ['{"a":"\\{{ fields.text }}"}', 'line 1, column 8: a value stands behind a backslash'],
    ['{"a":"\\u00{{ fields.count }}"}', 'line 1, column 11: a value stands behind a backslash'],
    ['{"a":{{ fields.text | json | append: "" }}}', 'line 1, column 6: a text outside'],
    ['{% assign j = fields.text | json %}{"a":{{ j }}}', 'line 1, column 41: a text outside'],
    ['{"a":{{ fields.nested }}}', 'line 1, column 6: a text outside'],
    ['{"a":1', 'line 1, column 7: something is missing at the end'],
    ['', 'line 1, column 1: something is missing at the end'],
    ['Hello', 'line 1, column 1: '],
    ['{"a":"x\ny"}', 'line 1, column 8: a line break'],
    ['{"a":1}{{ fields.count }}', 'line 1, column 8: '],
    ['{"a":1,"{{ fields.name }}":2}', 'column 26: a value gives two members the same name', { name: 'a' }],
    ['{"{{ fields.name }}":2,"\\u0061":1}', 'a value gives two members the same name', { name: 'a' }],
    ['{"a":1,{{ fields.name | json }}:2}', 'a value gives two members the same name', { name: 'a' }],
    ['["{{ fields.name | json }}"]', 'brings its own quotation marks', { name: ',' }],
    ['[{{ fields.list | json: fields.name }},{{ fields.name }}]', 'column 40: a text outside', { list: ['a'], name: '1,' }],
    ['{"a":{{ fields.name | default: 0 }}}', 'a text outside', { name: '1,"b":2' }],
    ['[{{ fields.name }}]', 'a text outside', { name: '1,2' }],
    ['[1{{ fields.name | json }}]', 'a JSON value cannot stand here', { name: 2 }],
  ])('refuses %j, and says where', async (template: string, message: string, fields: Record<string, unknown> = FIELDS) => {
    const error: unknown = await rendered(template, fields).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidOutput);
    expect((error as Error).message).toContain(message);
  });

  it('may have two equal names of its own, as it always could', async () => {
    expect(await rendered('{"a":1,"a":2}')).toBe('{"a":1,"a":2}');
  });
});

describe('a template of JSON of a version of before', () => {
  it('is rendered as it was', async () => {
    expect(await rendered('{"a":"{{ fields.a }}"}', { a: 'x","b":"y' }, false)).toBe('{"a":"x","b":"y"}');
    expect(await rendered('a={{ fields.a }}', { a: '"' }, false)).toBe('a="');
  });

  it('is not sent when it is broken JSON', async () => {
    await expect(rendered('{"a":"{{ fields.a }}"}', { a: '"' }, false)).rejects.toThrow(
      'The rendered body is no JSON at line 1, column 8: ',
    );
  });
});
