import { snippetOf } from './snippet.rules';

const ENDPOINT = 'https://forms.example.com/base/api/v1/forms/0a/submit';
const FIELD = { name: 'topic', label: 'Topic', type: 'string', required: true, options: null, validation: null } as const;

describe('the snippet of a form', () => {
  it('sends to the form, by the script of the service that has it', () => {
    const snippet = snippetOf(ENDPOINT, [FIELD]);
    expect(snippet).toContain(`data-form-endpoint="${ENDPOINT}"`);
    expect(snippet).toContain('<script src="https://forms.example.com/base/embed.js" defer></script>');
    expect(snippet).toContain('<label>Topic <input name="topic" required type="text"></label>');
  });

  it('says which Referrer-Policy its page needs', () => {
    expect(snippetOf(ENDPOINT, [FIELD])).toMatch(/^<!-- [^>]*strict-origin-when-cross-origin[^>]* -->\n<form /);
  });

  it.each([
    [{ options: ['A & B'] }, '<select name="topic" required><option></option><option>A &#38; B</option></select>'],
    [{ type: 'array', options: null }, '<input name="topic" required type="text">'],
    [{ type: 'number' }, '<input name="topic" required type="number" step="any">'],
    [{ type: 'number', validation: { kind: 'preset', preset: 'integer' } }, '<input name="topic" required type="number">'],
    [{ options: { multiline: true } }, '<textarea name="topic" required></textarea>'],
    [{ validation: { kind: 'preset', preset: 'email' } }, '<input name="topic" required type="email">'],
    [{ type: 'boolean' }, '<input name="topic" required type="checkbox" value="true">'],
    [
      { type: 'file', options: { accept: ['.pdf', 'image/*'] } },
      '<input name="topic" required type="file" accept=".pdf,image/*" multiple>',
    ],
    [{ type: 'file', options: null }, '<input name="topic" required type="file" multiple>'],
    [{ type: 'file', options: { max_files: 2 } }, '<input name="topic" required type="file" multiple>'],
    [{ type: 'file', options: { max_files: 1 } }, '<input name="topic" required type="file">'],
    [{ label: '<script>"' }, '<label>&#60;script&#62;&#34; <input'],
  ] as const)('has a control for %j', (members, control) => {
    expect(snippetOf(ENDPOINT, [{ ...FIELD, ...(members as object) }])).toContain(control);
  });

  it('has a box for each option of a list', () => {
    expect(snippetOf(ENDPOINT, [{ ...FIELD, type: 'array', options: ['A', 'B & C'] }])).toContain(`
  <fieldset>
    <legend>Topic</legend>
    <label><input name="topic" type="checkbox" value="A"> A</label>
    <label><input name="topic" type="checkbox" value="B &#38; C"> B &#38; C</label>
  </fieldset>
`);
  });

  it('shows no field that the form lacks', () => {
    expect(snippetOf(ENDPOINT, []).match(/name="[^"]*"/g)).toEqual(['name="_gotcha"']);
  });
});
