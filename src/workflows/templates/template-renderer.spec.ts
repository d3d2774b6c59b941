import { expectQuick } from '../../../test/support/processor-time';
import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import { TemplateFailure } from './render-budget';
import { MAX_RENDERED_BYTES } from './bounded-output';
import { TemplateRenderer } from './template-renderer';
import { SAFE_FILTERS } from './liquid-engine';

const stateWith = (fields: Record<string, unknown>) => aRunState(fields, { crm: { output: { status: 200 } } });

const rendererOf = (fields: Record<string, unknown> = {}, secrets: Record<string, string> | null = {}) =>
  new TemplateRenderer(stateWith(fields), someWork(), secrets);

describe('TemplateRenderer.renderText', () => {
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
  ])('renders %s', async (template, expected) => {
    const fields = { name: 'Ada <3', tags: ['red', 'green'], nested: { a: 1 }, nothing: null, count: 3, yes: true };
    expect(await rendererOf(fields).renderText(template)).toBe(expected);
  });

  it('renders all_fields as one line for each field', async () => {
    expect(await rendererOf({ name: 'Ada', tags: ['a', 'b'], gone: null }).renderText('{{ all_fields }}')).toBe(
      'name: Ada\ntags: a, b\ngone: ',
    );
  });

  it('renders a missing path as nothing and adds one warning with the path', async () => {
    const renderer = rendererOf({ given: null });
    expect(await renderer.renderText('[{{ fields.phone }}{{ fields.phone }}{{ nodes.crm.output.x.y }}{{ fields.given }}]')).toBe('[]');
    expect(renderer.warnings).toEqual(['fields.phone has no value.', 'nodes.crm.output.x.y has no value.']);
  });

  it('returns at most twenty warnings', async () => {
    const renderer = rendererOf();
    for (let index = 0; index < 30; index += 1) await renderer.renderText(`{{ fields.f${index} }}`);
    expect(renderer.warnings).toHaveLength(20);
  });

  it('cannot read secrets', async () => {
    expect(await rendererOf({}, { TOKEN: 'hush' }).renderText('[{{ secrets.TOKEN }}{{ ["secrets"].TOKEN }}]')).toBe('[]');
  });

  it.each(['{{ fields.constructor }}', '{{ fields.__proto__ }}', '{{ fields.toString }}', '{{ fields["constructor"]["name"] }}'])(
    'reads no prototype with %s',
    async (template) => {
      expect(await rendererOf({}).renderText(template)).toBe('');
    },
  );

  it('does not render a submitted value as a template', async () => {
    expect(await rendererOf({ name: '{{ form.name }}' }).renderText('{{ fields.name }}')).toBe('{{ form.name }}');
  });
});

describe('TemplateRenderer.renderHtml', () => {
  it('escapes values but not the markup of the template', async () => {
    const renderer = rendererOf({ name: `<b a="1" c='2'>&` });
    expect(await renderer.renderHtml('<p title="{{ fields.name }}">')).toBe('<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">');
  });

  it.each([
    '{{ fields.x | append: "<i>" }}',
    '{% assign y = fields.x %}{{ y }}',
    '{% for c in fields.list %}{{ c }}{% endfor %}',
    '{{ all_fields }}',
  ])('escapes the output of %s', async (template) => {
    expect(await rendererOf({ x: '<script>', list: ['<script>'] }).renderHtml(template)).not.toContain('<');
  });
});

describe('TemplateRenderer.renderChat', () => {
  it('escapes the characters of mentions and links', async () => {
    expect(await rendererOf({ x: '<!channel> & <https://a.example|b>' }).renderChat('<{{ fields.x }}>', 'slack')).toBe(
      '<&lt;!channel&gt; &amp; &lt;https://a.example|b&gt;>',
    );
  });
});

describe('TemplateRenderer.renderValue', () => {
  it.each([
    ['{{ fields.count }}', 3],
    ['{{ fields.count | plus: 1 }}', 4],
    ['{{ fields.tags }}', ['a']],
    ['{{ fields.yes }}', true],
    ['{{ fields.count }} pieces', '3 pieces'],
    ['plain', 'plain'],
    ['', ''],
    ['{{ fields.absent }}', undefined],
  ])('renders %s with its own type', async (template, expected) => {
    expect(await rendererOf({ count: 3, tags: ['a'], yes: true }).renderValue(template)).toEqual(expected);
  });
});

describe('a text with secrets', () => {
  const SECRET = 'pa ss&<"/word';
  const transformations = ['', '| url_encode', '| escape', '| upcase', '| slice: 0, 3', '| append: "x"', '| json', '| size'];

  it('contains the given secrets', async () => {
    const { text } = await rendererOf({ id: 7 }, { TOKEN: 'hush' }).renderWithSecrets('{{ fields.id }}:{{ secrets.TOKEN }}');
    expect(text).toBe('7:hush');
  });

  it.each(transformations)('is masked as if the secret were the mask, also after the filter %j', async (filter) => {
    const template = `{{ fields.id }}:{{ secrets.TOKEN ${filter} }}`;
    const { masked } = await rendererOf({ id: 7 }, { TOKEN: SECRET }).renderWithSecrets(template);
    expect(masked).toBe(await rendererOf({ id: 7, stars: '***' }).renderText(`{{ fields.id }}:{{ fields.stars ${filter} }}`));
  });

  it('is masked in both forms without secrets', async () => {
    const masked = await rendererOf({}, null).renderWithSecrets('{{ secrets.TOKEN | append: "x" | slice: 0, 3 }}');
    expect(masked).toEqual({ text: '***', masked: '***' });
  });

  it('is masked as a whole when it can only be rendered with the secret itself', async () => {
    const template = '{% if secrets.TOKEN == "hush" %}ok{% else %}{{ fields.bad | url_encode }}{% endif %}';
    expect(await rendererOf({ bad: '\ud800' }, { TOKEN: 'hush' }).renderWithSecrets(template)).toEqual({
      text: 'ok',
      masked: '***',
    });
  });

  it('warns without naming a secret that is part of a path, and of a secret that has no value', async () => {
    const renderer = rendererOf({}, { TOKEN: 'hush' });
    await renderer.renderWithSecrets('{{ nodes.crm.output[secrets.TOKEN] }}{{ secrets.GONE }}');
    expect(renderer.warnings).toEqual(['secrets.GONE has no value.', expect.stringContaining('nodes.crm')]);
    expect(renderer.warnings.join()).not.toContain('hush');
  });
});

describe('the limits of a template', () => {
  const long = 'a'.repeat(64 * 1024);

  it.each([
    ['a text beyond the largest size', '{{ fields.long }}{{ fields.long }}{{ fields.long }}{{ fields.long }}{{ fields.long }}'],
    ['a chain of filters that lengthens a text', `{{ fields.long ${'| append: fields.long '.repeat(200)} | size }}`],
    ['nested loops', '{% for a in fields.list %}{% for b in fields.list %}{% for c in fields.list %}{% endfor %}{% endfor %}{% endfor %}'],
    ['a search for a long text in a long text', `{% if ${'fields.long contains fields.needle or '.repeat(100)} fields.x %}{% endif %}`],
    ['a replacement of a long text in a long text', `{{ fields.long ${'| remove: fields.needle '.repeat(100)} }}`],
    ['many comparisons of lists', `{% if ${'fields.list == fields.list2 or '.repeat(100)} fields.x %}{% endif %}`],
  ])('fails with less work than reading a billion characters for %s', async (_title, template) => {
    const list = Array.from({ length: 20_000 }, (_, index) => index);
    const needle = `${'a'.repeat(16_000)}b${'a'.repeat(16_000)}`;
    const renderer = rendererOf({ long, needle, list, list2: [...list] });
    await expectQuick(() => expect(renderer.renderText(template)).rejects.toThrow(TemplateFailure), 1000);
  });

  it('accept a text of exactly the size limit', async () => {
    const text = 'a'.repeat(MAX_RENDERED_BYTES);
    expect(await rendererOf({ text }).renderText('{{ fields.text }}')).toHaveLength(MAX_RENDERED_BYTES);
    await expect(rendererOf({ text }).renderText('{{ fields.text }}!')).rejects.toThrow(TemplateFailure);
  });

  it('accept comparing long texts and searching a long text for a short one', async () => {
    const template = '{% if fields.long == fields.same and fields.long contains "aaaa" %}yes{% endif %}';
    expect(await rendererOf({ long, same: 'a'.repeat(64 * 1024) }).renderText(template)).toBe('yes');
    expect(await rendererOf({ long }).renderText('{{ fields.long | replace: "a", "b" | slice: 0, 2 }}')).toBe('bb');
  });

  it('apply to the size in bytes', async () => {
    await expect(rendererOf({ text: 'é'.repeat(MAX_RENDERED_BYTES / 2 + 1) }).renderText('{{ fields.text }}')).rejects.toThrow(
      TemplateFailure,
    );
  });

  it('are reported without the content of the template', async () => {
    await expect(rendererOf({ bad: '\ud800' }).renderText('{{ fields.bad | url_encode }}')).rejects.toThrow(
      'A template could not be rendered with these values.',
    );
  });

  it.each(SAFE_FILTERS)('allow less work than reading a billion characters for %s of the longest value', async (filter) => {
    const args: Record<string, string> = {
      replace: ': "a", "b"',
      remove: ': "a"',
      split: ': "a"',
      join: ': "a"',
      append: ': "a"',
      prepend: ': "a"',
      slice: ': 0, 9',
    };
    await expectQuick(async () => {
      try {
        await rendererOf({ long }).renderText(`{{ fields.long | ${filter}${args[filter] ?? ': 1'} }}`);
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateFailure);
      }
    }, 1000);
  });
});
