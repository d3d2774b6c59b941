import { parseHtml } from './document.js';
import { PageChanges } from './page-changes.js';

/** The change of the first element with this tag. */
function changed(text: string, tag: string, attributes: Record<string, string | null>) {
  const html = parseHtml(text, 'page.html');
  const changes = new PageChanges(html);
  const element = html.elements.find(({ tagName }) => tagName === tag)!;
  for (const [name, value] of Object.entries(attributes)) changes.set(element, name, value, 'why');
  return changes.list()[0];
}

describe('the change of a start tag', () => {
  it.each([
    ['<INPUT NAME=old SIZE=40>', '<INPUT name="new" SIZE=40>'],
    ["<input name='old'/>", '<input name="new"/>'],
    ['<input value=/a/ />', '<input name="new" value=/a/ />'],
    ['<input\r\n  name = "old"\r\n  required>', '<input\r\n  name="new"\r\n  required>'],
    ['<input>', '<input name="new">'],
  ])('leaves all else as it stands: %s', (before, after) => {
    expect(changed(`<p>\r\n\u{1f389} ${before}`, 'input', { name: 'new' })).toMatchObject({ before, after });
  });

  it('removes attributes, and writes quotes so that they stay in their value', () => {
    const before = '<form action="/a" netlify onsubmit="x()">';
    const after = '<form action="a&quot;&amp;b" onsubmit="x()">';
    expect(changed(before, 'form', { action: 'a"&b', netlify: null })).toMatchObject({ before, after, reasons: ['why'] });
  });

  it('is none where nothing changes, and has the place of the tag', () => {
    expect(changed('<input name="a">', 'input', { name: 'a' })).toBeUndefined();
    expect(changed('<p>\n  <input name="a">', 'input', { name: 'b' })!.place).toEqual({ file: 'page.html', line: 2, column: 3 });
  });
});
