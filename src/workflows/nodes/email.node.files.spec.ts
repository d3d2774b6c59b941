import { attachmentsOf, htmlWithLinks, MAX_ATTACHED_BYTES, textWithLinks } from './email.node';
import type { RunFile } from '../model/run-state.types';

const aFile = (id: string, size_bytes: number): RunFile => ({
  id,
  field: 'cv',
  filename: `<${id}>.pdf`,
  content_type: 'application/pdf',
  size_bytes,
  sha256: 'ab',
  url: `https://forms.example.com/files/${id}`,
  url_expires_at: '2026-11-27T21:26:00.000Z',
});

describe('the attachments of a mail', () => {
  it('are the files that fit, in their order, and the others go as links', () => {
    const files = [aFile('a', MAX_ATTACHED_BYTES - 10), aFile('b', 11), aFile('c', 10), aFile('d', 1)];
    const { attached, linked } = attachmentsOf(files);
    expect(attached.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(linked.map(({ id }) => id)).toEqual(['b', 'd']);
    expect(attached[0]).toEqual({
      id: 'a',
      filename: '<a>.pdf',
      content_type: 'application/pdf',
      size_bytes: MAX_ATTACHED_BYTES - 10,
    });
  });
});

describe('the links of a mail', () => {
  const [one, two] = [aFile('one', 1), aFile('two', 1)];

  it('are added to a text that lacks them', () => {
    expect(textWithLinks('Hello', [])).toBe('Hello');
    expect(textWithLinks(`Hello ${one.url}`, [one, two])).toBe(
      `Hello ${one.url}\n\nFiles that are too large to attach:\n<two>.pdf: ${two.url}`,
    );
  });

  it.each([
    ['<p>Hello</p>', ''],
    ['<body>Hello', '</BODY></html>'],
  ])('are added to HTML before the end of its body, with names escaped: %s%s', (start, end) => {
    expect(htmlWithLinks(start + end, [two])).toBe(
      `${start}<p>Files that are too large to attach:</p><ul><li><a href="${two.url}">&lt;two&gt;.pdf</a></li></ul>${end}`,
    );
    expect(htmlWithLinks(`<a href="${two.url}">x</a>`, [two])).toBe(`<a href="${two.url}">x</a>`);
  });
});
