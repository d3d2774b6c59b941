import type { RunState } from '../nodes/run-state.types';
import { TemplateRenderer, MAX_RENDERED_BYTES, TemplateFailure } from './template-renderer.rules';
import { SAFE_FILTERS } from './liquid.rules';

const stateWith = (fields: Record<string, unknown>): RunState => ({
  submission: { id: 's1', source: 'api', received_at: '2025-01-31T10:00:00.000Z', has_files: false, file_count: 0 },
  form: { id: 'f1', name: 'Contact' },
  run: { id: 'r1', workflow_version: 3 },
  fields,
  nodes: { crm: { output: { status: 200 } } },
});

const fill = (fields: Record<string, unknown> = {}, secrets: Record<string, string> | null = {}) =>
  new TemplateRenderer(stateWith(fields), secrets);

describe('Filler.text', () => {
  it.each([
    ['Hello {{ fields.name }}', 'Hello Ada <3'],
    ['{{ fields.tags }}', 'red, green'],
    ['{{ fields.tags | join: "/" }}', 'red/green'],
    ['{{ fields.nested }}', '{"a":1}'],
    ['{{ fields.nothing }}', ''],
    ['{{ fields.count | plus: 1 }} {{ fields.yes }}', '4 true'],
    ['{{ submission.source }} {{ form.name }} {{ run.workflow_version }}', 'api Contact 3'],
    ['{{ nodes.crm.output.status }}', '200'],
    ['{% if fields.count > 2 %}many{% elsif fields.yes %}some{% else %}few{% endif %}', 'many'],
    ['{% unless fields.yes %}no{% else %}yes{% endunless %}', 'yes'],
    ['{% for tag in fields.tags %}{{ forloop.index }}:{{ tag }} {% endfor %}', '1:red 2:green '],
    ['{% for tag in fields.tags limit: 1 %}{{ tag }}{% endfor %}', 'red'],
    ['{% case fields.count %}{% when 1, 2 %}low{% when 3 %}three{% else %}high{% endcase %}', 'three'],
    ['{% assign upper = fields.name | upcase %}{{ upper }}', 'ADA <3'],
    ['{{ fields.name | json }}', '"Ada <3"'],
    ['{{ submission.received_at | date: "%d.%m.%Y %H:%M" }}', '31.01.2025 10:00'],
    ['{{ fields.absent | default: "none" }}', 'none'],
  ])('renders %s', (template, expected) => {
    const fields = { name: 'Ada <3', tags: ['red', 'green'], nested: { a: 1 }, nothing: null, count: 3, yes: true };
    expect(fill(fields).text(template)).toBe(expected);
  });

  it('lists all fields by lines', () => {
    expect(fill({ name: 'Ada', tags: ['a', 'b'], gone: null }).text('{{ all_fields }}')).toBe(
      'name: Ada\ntags: a, b\ngone: ',
    );
  });

  it('renders a missing path as nothing and names it in a warning, once', () => {
    const filler = fill({ given: null });
    expect(filler.text('[{{ fields.phone }}{{ fields.phone }}{{ nodes.crm.output.x.y }}{{ fields.given }}]')).toBe(
      '[]',
    );
    expect(filler.warnings).toEqual(['fields.phone has no value.', 'nodes.crm.output.x.y has no value.']);
  });

  it('keeps at most twenty warnings', () => {
    const filler = fill();
    for (let index = 0; index < 30; index += 1) filler.text(`{{ fields.f${index} }}`);
    expect(filler.warnings).toHaveLength(20);
  });

  it('knows no secret', () => {
    expect(fill({}, { TOKEN: 'hush' }).text('[{{ secrets.TOKEN }}{{ ["secrets"].TOKEN }}]')).toBe('[]');
  });

  it.each([
    '{{ fields.constructor }}',
    '{{ fields.__proto__ }}',
    '{{ fields.toString }}',
    '{{ fields["constructor"]["name"] }}',
  ])('reaches no prototype by %s', (template) => {
    expect(fill({}).text(template)).toBe('');
  });

  it('lets no submitted value be run as a template', () => {
    expect(fill({ name: '{{ form.name }}' }).text('{{ fields.name }}')).toBe('{{ form.name }}');
  });
});

describe('Filler.html', () => {
  it('escapes values and leaves the markup of the template alone', () => {
    const filler = fill({ name: `<b a="1" c='2'>&` });
    expect(filler.html('<p title="{{ fields.name }}">')).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">',
    );
  });

  it.each([
    '{{ fields.x | append: "<i>" }}',
    '{% assign y = fields.x %}{{ y }}',
    '{% for c in fields.list %}{{ c }}{% endfor %}',
    '{{ all_fields }}',
  ])('escapes what %s puts out', (template) => {
    expect(fill({ x: '<script>', list: ['<script>'] }).html(template)).not.toContain('<');
  });
});

describe('Filler.chat', () => {
  it('escapes the marks of mentions and links', () => {
    expect(fill({ x: '<!channel> & <https://a.example|b>' }).chat('<{{ fields.x }}>')).toBe(
      '<&lt;!channel&gt; &amp; &lt;https://a.example|b&gt;>',
    );
  });
});

describe('Filler.value', () => {
  it.each([
    ['{{ fields.count }}', 3],
    ['{{ fields.count | plus: 1 }}', 4],
    ['{{ fields.tags }}', ['a']],
    ['{{ fields.yes }}', true],
    ['{{ fields.count }} pieces', '3 pieces'],
    ['plain', 'plain'],
    ['', ''],
    ['{{ fields.absent }}', undefined],
  ])('gives %s its own type', (template, expected) => {
    expect(fill({ count: 3, tags: ['a'], yes: true }).value(template)).toEqual(expected);
  });
});

describe('a text with secrets', () => {
  const SECRET = 'pa ss&<"/word';
  const transformations = [
    '',
    '| url_encode',
    '| escape',
    '| upcase',
    '| slice: 0, 3',
    '| append: "x"',
    '| json',
    '| size',
  ];

  it('contains the secrets that were given', () => {
    const { text } = fill({ id: 7 }, { TOKEN: 'hush' }).textWithSecrets('{{ fields.id }}:{{ secrets.TOKEN }}');
    expect(text).toBe('7:hush');
  });

  it.each(transformations)('is masked as if the secret were three stars, also after the filter %j', (filter) => {
    const template = `{{ fields.id }}:{{ secrets.TOKEN ${filter} }}`;
    const { masked } = fill({ id: 7 }, { TOKEN: SECRET }).textWithSecrets(template);
    expect(masked).toBe(fill({ id: 7, stars: '***' }).text(`{{ fields.id }}:{{ fields.stars ${filter} }}`));
  });

  it('is masked in both forms where no secrets are given', () => {
    const masked = fill({}, null).textWithSecrets('{{ secrets.TOKEN | append: "x" | slice: 0, 3 }}');
    expect(masked).toEqual({ text: '***', masked: '***' });
  });

  it('is masked as a whole when it can only be rendered with the secret itself', () => {
    const template = '{% if secrets.TOKEN == "hush" %}ok{% else %}{{ fields.bad | url_encode }}{% endif %}';
    expect(fill({ bad: '\ud800' }, { TOKEN: 'hush' }).textWithSecrets(template)).toEqual({ text: 'ok', masked: '***' });
  });

  it('warns without naming a secret that is part of a path, and of a secret that has no value', () => {
    const renderer = fill({}, { TOKEN: 'hush' });
    renderer.textWithSecrets('{{ nodes.crm.output[secrets.TOKEN] }}{{ secrets.GONE }}');
    expect(renderer.warnings).toEqual(['secrets.GONE has no value.', expect.stringContaining('nodes.crm')]);
    expect(renderer.warnings.join()).not.toContain('hush');
  });
});

describe('the limits of a template', () => {
  const long = 'a'.repeat(64 * 1024);

  it.each([
    [
      'a text beyond the largest size',
      '{{ fields.long }}{{ fields.long }}{{ fields.long }}{{ fields.long }}{{ fields.long }}',
    ],
    ['a filter chain that grows', `{{ fields.long ${'| append: fields.long '.repeat(200)} | size }}`],
    [
      'loops within loops',
      '{% for a in fields.list %}{% for b in fields.list %}{% for c in fields.list %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'a search for a long text in a long text',
      `{% if ${'fields.long contains fields.needle or '.repeat(100)} fields.x %}{% endif %}`,
    ],
    ['a replacement of a long text in a long text', `{{ fields.long ${'| remove: fields.needle '.repeat(100)} }}`],
    [
      'lists that are compared over and over',
      `{% if ${'fields.list == fields.list2 or '.repeat(100)} fields.x %}{% endif %}`,
    ],
  ])('ends %s as a failure within a second', (_title, template) => {
    const list = Array.from({ length: 20_000 }, (_, index) => index);
    const needle = `${'a'.repeat(16_000)}b${'a'.repeat(16_000)}`;
    const begun = performance.now();
    expect(() => fill({ long, needle, list, list2: [...list.slice(1), -1] }).text(template)).toThrow(TemplateFailure);
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('lets a text of exactly the largest size pass', () => {
    const text = 'a'.repeat(MAX_RENDERED_BYTES);
    expect(fill({ text }).text('{{ fields.text }}')).toHaveLength(MAX_RENDERED_BYTES);
    expect(() => fill({ text }).text('{{ fields.text }}!')).toThrow(TemplateFailure);
  });

  it('compares two long texts and looks for a short one in a long one', () => {
    const template = '{% if fields.long == fields.same and fields.long contains "aaaa" %}yes{% endif %}';
    expect(fill({ long, same: 'a'.repeat(64 * 1024) }).text(template)).toBe('yes');
    expect(fill({ long }).text('{{ fields.long | replace: "a", "b" | slice: 0, 2 }}')).toBe('bb');
  });

  it('counts the size in bytes', () => {
    expect(() => fill({ text: 'é'.repeat(MAX_RENDERED_BYTES / 2 + 1) }).text('{{ fields.text }}')).toThrow(
      TemplateFailure,
    );
  });

  it('says nothing of what was to be rendered', () => {
    expect(() => fill({ bad: '\ud800' }).text('{{ fields.bad | url_encode }}')).toThrow(
      'The template could not be rendered within the limits of time, memory and size.',
    );
  });

  it.each(SAFE_FILTERS)('takes less than a second for %s of the longest value', (filter) => {
    const begun = performance.now();
    const args: Record<string, string> = {
      replace: ': "a", "b"',
      remove: ': "a"',
      split: ': "a"',
      join: ': "a"',
      append: ': "a"',
      prepend: ': "a"',
      slice: ': 0, 9',
    };
    try {
      fill({ long }).text(`{{ fields.long | ${filter}${args[filter] ?? ': 1'} }}`);
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateFailure);
    }
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
