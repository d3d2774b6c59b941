import fc from 'fast-check';
import { expectQuick } from '../../../test/support/processor-time';
import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import type { RunState } from '../model/run-state.types';
import { TemplateRenderer } from './template-renderer';

const rendererOf = (fields: Record<string, unknown>, further: Partial<RunState> = {}) =>
  new TemplateRenderer({ ...aRunState(fields, { shape: { output: fields } }), ...further }, someWork());

const textOf = (template: string, fields: Record<string, unknown>, further?: Partial<RunState>) =>
  rendererOf(fields, further).forVisitor().renderText(template);

const htmlOf = (template: string, fields: Record<string, unknown>, further?: Partial<RunState>) =>
  rendererOf(fields, further).forVisitor().renderHtml(template);

describe('a value in a mail to a visitor', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['O’Brien-Müller, 3rd', 'O’Brien-Müller, 3rd'],
    ['12.50', '12.50'],
    ['31.12.2026 10:30', '31.12.2026 10:30'],
    ['e.g. this. And that', 'e.g. this. And that'],
    ['two\r\n  lines\tand a tab', 'two lines and a tab'],
    ['a\u202eb\u2066c\u200bd', 'abcd'],
    ['ü'.repeat(80), 'ü'.repeat(80)],
    ['😀'.repeat(81), `${'😀'.repeat(79)}…`],
  ])('is one short line: %j', async (value, shown) => {
    expect(await textOf('[{{ fields.a }}]', { a: value })).toBe(`[${shown}]`);
  });

  it.each([
    'https://evil.example/x',
    'see evil.com now',
    'www.evil',
    'WWW.evil',
    'me@evil',
    'evil．com',
    'evil。com',
    'evil｡com',
    'evil․com',
    'evil.\u200bcom',
    'e\u00advil\u2060.\u202ecom',
    'ｅｖｉｌ．ｃｏｍ',
    'http：／／evil',
    'ev＠il',
    'пример.рф',
    '例え.テスト',
    'xn--e1afmkfd.xn--p1ai',
    '💩.la',
    'evil.ⓒⓞⓜ',
    'mailto:me',
    'TEL:0900',
    'javascript:alert(1)',
    '//evil/x',
    '\\\\evil\\share',
    `${'a '.repeat(500)}evil.com`,
  ])('that leads somewhere is taken away: %j', async (value) => {
    expect(await textOf('Hello {{ fields.a }}!', { a: value })).toBe('Hello …!');
    expect(await htmlOf('<p title="{{ fields.a }}">{{ fields.a }}</p>', { a: value })).toBe('<p title="…">…</p>');
  });

  it.each([
    ['two values that touch', '{{ fields.a }}{{ fields.b }}', { a: 'evil.', b: 'com' }, '…'],
    ['a dot of the author', '{{ fields.a }}.{{ fields.b }}', { a: 'evil', b: 'com' }, '….…'],
    ['an ending of the author', 'Hi {{ fields.a }}.com', { a: 'evil' }, 'Hi ….com'],
    ['a scheme of the author', 'https://{{ fields.a }}/x', { a: 'evil' }, 'https://…/x'],
    ['the end of a host', 'https://shop.example{{ fields.a }}', { a: 'x' }, 'https://shop.example…'],
    ['an address of the author', '{{ fields.a }}@{{ fields.b }}', { a: 'me', b: 'evil' }, '…@…'],
    ['a program of the author', 'tel:{{ fields.a }}', { a: '0900' }, 'tel:…'],
    ['a filter', '{{ fields.a | append: ".com" }}', { a: 'evil' }, '…'],
    ['a replacement', '{{ fields.a | replace: "dot", "." }}', { a: 'evildotcom' }, '…'],
    ['letters one by one', '{% assign l = fields.a | split: "" %}{% for c in l %}{{ c }}{% endfor %}', { a: 'evil.com' }, '…'],
    ['letters with a dot between', '{% assign l = fields.a | split: "," %}{% for c in l %}{{ c }}.{% endfor %}', { a: 'evil,com' }, '….….'],
    ['a variable', '{% assign x = fields.a | append: ".com" %}{{ x }}', { a: 'evil' }, '…'],
    ['an earlier step', '{{ nodes.shape.output.a }} {{ nodes.shape.output }}', { a: 'evil.com' }, '… …'],
    ['all fields as an object', '{{ fields }} {{ fields | json }}', { a: 'evil.com' }, '… …'],
    ['a list', '{{ fields.a }} {{ fields.a | join: "." }}', { a: ['evil', 'com'] }, 'evil, com …'],
    ['an encoded address', '{{ fields.a | url_encode }}', { a: 'evil.com' }, '…'],
  ])('makes no link with %s', async (_, template, fields, expected) => {
    expect(await textOf(template, fields)).toBe(expected);
  });

  it('makes no link across tags, or in an attribute', async () => {
    const fields = { a: 'evil', b: 'com' };
    expect(await htmlOf('<b>{{ fields.a }}</b>.{{ fields.b }}', fields)).toBe('<b>…</b>.…');
    expect(await htmlOf('{{ fields.a }}<!-- x -->.com', fields)).toBe('…<!-- x -->.com');
    expect(await htmlOf('<a href="https://{{ fields.a }}">x</a><a href="//{{ fields.a }}">y</a>', fields)).toBe(
      '<a href="https://…">x</a><a href="//…">y</a>',
    );
    expect(await htmlOf('<p>Dear {{ fields.a }}.</p><p>We got it.</p>', fields)).toBe('<p>Dear evil.</p><p>We got it.</p>');
    expect(await htmlOf('{{ fields.a }}', { a: '<a href=x>&#46;' })).toBe('&lt;a href=x&gt;&amp;#46;');
  });

  it('leaves the links of the author, with values behind their host', async () => {
    const template = 'Dear {{ fields.a }}, see https://shop.example/orders/{{ submission.id }}?name={{ fields.a }} or info@shop.example.';
    expect(await textOf(template, { a: 'Ada' })).toBe('Dear Ada, see https://shop.example/orders/s1?name=Ada or info@shop.example.');
    expect(await textOf('{{ form.name }}', { a: 'Ada' }, { form: { id: 'f1', name: 'shop.example' } })).toBe('shop.example');
  });

  it('is compared and decided by as it was sent', async () => {
    expect(await textOf('{% if fields.a == "evil.com" %}yes{% endif %}{{ fields.a | size }}', { a: 'evil.com' })).toBe('yes8');
  });
});

describe('the list of all fields in a mail to a visitor', () => {
  const state = {
    labels: { name: 'Your\nname', site: 'Site' },
    other: { 'evil.com': 'x', plain: 'www.evil' },
    files: [{ id: '1', field: 'cv', filename: 'evil.com.pdf', url: 'https://forms.example/files/t' }] as unknown as RunState['files'],
  };

  it('keeps the rule line by line', async () => {
    const lines = 'Your name: Ada\nSite: …\ncv: …\n…: x\nplain: …';
    expect(await rendererOf({ name: 'Ada', site: 'evil.com' }, state).forVisitor().renderFields()).toBe(lines);
    expect(await textOf('{{ all_fields }}', { name: 'Ada', site: 'evil.com' }, state)).toBe(lines);
  });
});

describe('submission.copy', () => {
  const submitted = { site: 'https://evil.com', name: 'Ada <b>\nLovelace', more: 'x'.repeat(2_500) };
  const allowing = (values: Record<string, unknown>) => ({
    visitor_mails: { from_name: 'Contact', reply_to: null, submitted: values, copied_to: null },
  });
  const state = { labels: { name: 'Name', site: 'Site' }, ...allowing(submitted) };

  it('has all that was submitted in the order of the form', async () => {
    const copy = await textOf('Copy:\n{{ submission.copy }}', {}, state);
    expect(copy).toBe(`Copy:\nName: Ada <b>\nLovelace\nSite: https://evil.com\nmore: ${'x'.repeat(1_999)}…`);
    expect(await htmlOf('{{ submission.copy }}', {}, { ...state, ...allowing({ name: submitted.name }) })).toBe(
      'Name: Ada &lt;b&gt;<br>\nLovelace',
    );
  });

  it('is no text for filters', async () => {
    expect(await textOf('[{{ submission.copy | upcase }}{{ submission.copy | append: "" }}{{ submission.copy | json }}]', {}, state)).toBe(
      '[{…]'.replace('{', ''),
    );
  });

  it('is nothing, with a warning, where the form does not allow it', async () => {
    const renderer = rendererOf({ a: 'x' });
    expect(await renderer.forVisitor().renderText('[{{ submission.copy }}]')).toBe('[]');
    expect(renderer.warnings).toEqual([expect.stringMatching(/^submission\.copy was left out/)]);
  });
});

it('no values, however they are put together, make a link with each other or with the text around them', async () => {
  const piece = fc.constantFrom(
    'evil',
    '.',
    'com',
    '://',
    'http',
    ':',
    '/',
    '@',
    'www',
    '．',
    '\u200b',
    ' ',
    '。',
    'ａ',
    '\\',
    '-',
    '1',
    '\n',
  );
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const between = fc.constantFrom('', '.', ' ', '<b></b>', '-', ':', '/', '//', '@', ', ', '.com', 'https://', 'www.', '<p>');
  const parts = fc.array(fc.tuple(value, between), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (given, isHtml) => {
      const fields = Object.fromEntries(given.map(([text], index) => [`f${index}`, text]));
      const template = given.map(([, after], index) => `{{ fields.f${index} }}${after}`).join('');
      const without = Object.fromEntries(given.map(([text], index) => [`f${index}`, text.replaceAll('\u200b', '') && '…']));
      const render = isHtml ? htmlOf : textOf;
      const author = linksIn(await render(template, without), isHtml);
      expect(linksIn(await render(template, fields), isHtml).filter((link) => !author.includes(link))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

/** A second opinion: what programs for mails make links of. */
function linksIn(text: string, isHtml: boolean): string[] {
  const read = (isHtml ? text.replaceAll('<p>', '\n').replaceAll(/<\/?b>/g, '') : text).normalize('NFKC').replaceAll('\u200b', '');
  return read.match(/[a-z]+:\/\/\w+|[\w-]+[.。][a-z]{2,}|[\w.]+@\w+|www\.\w+/gi) ?? [];
}

it('takes time in proportion to the length of the output', async () => {
  const fields = { a: 'a.'.repeat(20_000), b: '://'.repeat(10_000), c: '@'.repeat(20_000) };
  const around = `${'x'.repeat(5_000)}{{ fields.a }}${'a:/'.repeat(2_000)}{{ fields.b }}${'<'.repeat(5_000)}{{ fields.c }}`;
  await expectQuick(() => htmlOf(around, fields), 200);
});
