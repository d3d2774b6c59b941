import type { NodeContext } from '../model/publish-error.types';
import { addressErrors, headerErrors, pathError, secretNamesIn, templateErrors } from './reference.rules';

const context: NodeContext = {
  fieldNames: new Set(['email', 'tags']),
  secretNames: new Set(['TOKEN']),
  upstreamIds: new Set(['crm', 'a-1']),
  fileFieldNames: new Set<string>(),
  blockedUrlReason: () => null,
};

const codes = (template: string, check = templateErrors) => check(template, 'config.x', context).map(({ code }) => code);

describe('templateErrors', () => {
  it.each([
    'plain text with (a) bracket .. and dots',
    '{{ fields.email | upcase | append: "..." }}',
    '{{ fields.email | default: "(none)" }}',
    '{{ submission.received_at }} {{ form.id }} {{ run.id }} {{ all_fields }}',
    '{{ nodes.crm.output.status }} {{ nodes["a-1"].output }} {{ nodes.a-1.output }}',
    '{% for tag in fields.tags %}{{ tag.name }}{{ forloop.index }}{% endfor %}',
    '{% assign x = fields.email %}{{ x }}',
    '{% for pair in fields %}{{ pair[0] }}{% endfor %}',
    '{{ fields.tags[0] }} {{ fields.tags.size }}',
    '{{ other.anything }} {{ other["a b"].c }} {% for pair in other %}{{ pair[0] }}{% endfor %}',
  ])('accepts %s', (template) => {
    expect(templateErrors(template, 'config.x', context)).toEqual([]);
  });

  it.each([
    ['{{ fields.phone }}', 'unknown_field'],
    ['{% if fields.phone %}{% endif %}', 'unknown_field'],
    ['{% for a in fields.tags %}{{ fields.phone }}{% endfor %}', 'unknown_field'],
    ['{{ fields[fields.email] }}', 'unknown_field'],
    ['{{ submission.secret }}', 'unknown_path'],
    ['{{ submission }}', 'unknown_path'],
    ['{{ nodes.later.output }}', 'unknown_path'],
    ['{{ nodes.crm.input }}', 'unknown_path'],
    ['{{ unknown }}', 'unknown_path'],
    ['{{ all_fields.size }}', 'unknown_path'],
    ['{{ x }}{% assign x = 1 %}', 'unknown_path'],
    ['{{ secrets.TOKEN }}', 'invalid_config'],
    ['{% assign y = secrets %}', 'invalid_config'],
    ['{{ fields.email', 'invalid_config'],
    ['{% if fields.email %}', 'invalid_config'],
    ['{{ fields.email | raw }}', 'invalid_config'],
    ['{{ fields.email | where: "a" }}', 'invalid_config'],
    ['{% include "x" %}', 'invalid_config'],
    ['{% render "x" %}', 'invalid_config'],
    ['{% layout "x" %}', 'invalid_config'],
    ['{% block x %}{% endblock %}', 'invalid_config'],
    ['{% capture x %}{% endcapture %}', 'invalid_config'],
    ['{% raw %}{% endraw %}', 'invalid_config'],
    ['{% tablerow a in fields.tags %}{% endtablerow %}', 'invalid_config'],
    ['{% constructor %}', 'invalid_config'],
    ['{% assign fields = submission.source %}', 'invalid_config'],
    ['{% for secrets in fields.tags %}{{ secrets.TOKEN }}{% endfor %}', 'invalid_config'],
    ['{% case fields.email %}{% when fields.tags %}{% endcase %}', 'invalid_config'],
  ])('refuses %s', (template, code) => {
    expect(codes(template)).toEqual([code]);
  });

  it.each([
    '{% for i in (1..5) %}{% endfor %}',
    '{{ (1..5) }}',
    '{% if fields.email == (9007199254740992..9007199254740996) %}{% endif %}',
    '{% if fields.tags[x " ] == (1..3) or " %}{% endif %}',
  ])('refuses the range in %s, whose enumeration might never end', (template) => {
    expect(templateErrors(template, 'p', context).map(({ message }) => message)).toContain('must not use ranges such as (1..5)');
  });

  it('reports all unknown names at once', () => {
    expect(codes('{{ fields.a }}{{ fields.b }}{{ c }}')).toEqual(['unknown_field', 'unknown_field', 'unknown_path']);
  });

  it('reports the position of a syntax error without quoting the template', () => {
    expect(templateErrors('line\n{{ "hush" | nope }}', 'p', context)).toEqual([
      {
        code: 'invalid_config',
        path: 'p',
        message: expect.stringMatching(/^uses a filter that does not exist: there are append, .*, json \(line 2, column 1\)$/),
      },
    ]);
  });

  it.each([
    ['{% include "x" %}', 'uses a tag that does not exist: there are if, unless, for, case, assign (line 1, column 1)'],
    [
      'a\n {% if fields.email %}',
      'is not closed: each {{ needs its }}, each {% its %}, and each tag its end such as endif (line 2, column 2)',
    ],
    ['{% if fields.email', 'is not closed: each {{ needs its }}, each {% its %}, and each tag its end such as endif (line 1, column 1)'],
    ['{{ fields.email', 'is not closed: each {{ needs its }}, each {% its %}, and each tag its end such as endif (line 1, column 1)'],
  ])('says what to change in %j', (template, message) => {
    expect(templateErrors(template, 'p', context)).toEqual([{ code: 'invalid_config', path: 'p', message }]);
  });

  it('reports the position of each unknown name', () => {
    const found = templateErrors('Hello\n{{ fields.emial }} {% if name %}{% endif %}', 'p', context);
    expect(found.map(({ message }) => message)).toEqual([
      'names a field that the form does not have, and that no earlier step sets (line 2, column 4)',
      expect.stringMatching(/^names a value that does not exist: a field is as fields\.name, .* \(line 2, column 26\)$/),
    ]);
  });

  it.each([
    ['{% if fields.email %}'.repeat(5000) + '{% endif %}'.repeat(5000), 'line 1, column 1051'],
    [`{{ 1 }}\n{{ ${'fields['.repeat(5000)} }}`, 'line 2, column 1'],
    [`{% if ${'fields['.repeat(5000)} %}{% endif %}`, 'line 1, column 1'],
  ])('refuses a template of 5,000 levels and says what to do', (template, position) => {
    expect(templateErrors(template, 'p', context)).toEqual([
      {
        code: 'invalid_config',
        path: 'p',
        message: 'is nested too deeply: put at most 50 tags or brackets in each other, ' + `with elsif, "and" or assign (${position})`,
      },
    ]);
  });
});

describe('headerErrors', () => {
  it('accepts secrets and other values', () => {
    expect(codes('{{ secrets.TOKEN }} {{ fields.email }}', headerErrors)).toEqual([]);
  });

  it.each(['{{ secrets.OTHER }}', '{{ secrets[fields.email] }}', '{{ secrets }}', '{{ secrets.TOKEN.size }}'])(
    'refuses %s, which is not a secret of the account',
    (template) => {
      expect(codes(template, headerErrors)).toContain('unknown_secret');
    },
  );
});

describe('addressErrors', () => {
  it('accepts secrets only', () => {
    expect(codes('https://{{ secrets.TOKEN }}', addressErrors)).toEqual([]);
    expect(codes('{{ secrets.OTHER }}', addressErrors)).toEqual(['unknown_secret']);
    expect(codes('https://{{ fields.email }}', addressErrors)).toEqual(['invalid_config']);
    expect(codes('{{ all_fields }}', addressErrors)).toEqual(['invalid_config']);
  });
});

describe('pathError', () => {
  it('refuses all_fields, which exists in templates only', () => {
    expect(pathError(['all_fields'], context)?.code).toBe('unknown_path');
  });
});

describe('secretNamesIn', () => {
  it('finds the secrets in all texts of a config, and none in a text that is no valid template', () => {
    const config = {
      headers: { a: '{{ secrets.A }}', b: 'x {{ secrets.B | upcase }}' },
      list: ['{{ secrets.A }}'],
      n: 1,
      x: null,
      y: 'secrets {{',
      z: '{% if secrets.C %}'.repeat(5000),
    };
    expect(secretNamesIn(config)).toEqual(new Set(['A', 'B']));
  });
});
