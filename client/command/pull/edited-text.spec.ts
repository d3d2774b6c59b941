import { parseDefinition } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { serviceDocumentOf } from '../service/service-document.js';
import openapi from '../../../openapi.json' with { type: 'json' };
import { editedText } from './edited-text.js';
import { KeptVariables } from './kept-variables.js';
import { normalValues } from './normal-value.js';

const service = serviceDocumentOf(openapi as never);

/** The text of a file after this definition of a service was taken over. */
function pulled(text: string, definition: object, { path = 'forms/contact.yaml', env = {}, written = definition } = {}): string {
  const file = parseDefinition(path, text);
  expect(file.mistakes).toEqual([]);
  const { fields = [] } = definition as FormDefinition;
  const normal = normalValues(
    service,
    fields.map(({ name }) => name),
  );
  return editedText(file, { value: definition, written }, { normal, kept: new KeptVariables(file.value, env, normal) });
}

const lines = (...text: string[]): string => `${text.join('\n')}\n`;

/** A file in the style of an author, who the library would not write like. */
const WRITTEN = lines(
  '# The form of the page /contact',
  'name:   Contact      # as in the menu',
  "status: 'enabled'",
  'allowed_origins: [ "HTTPS://Www.Example.com/",   https://shop.example.com ]',
  '',
  '',
  'fields:',
  '    # whom we answer',
  '    - name: email',
  '      type: string',
  '      required: true   # no answer without it',
  '',
  '    # what it is about',
  '    - { name: topic, type: string, options: [A, B] }',
  '    - name: text',
  '      type:   string',
  '      label: >',
  '        A long label',
  '        in two lines',
  '',
  '# Kept short',
  'settings:',
  '    page:',
  '        # shown above the form',
  '        title: Write to us',
  '        intro: Hello',
);

const SERVED: FormDefinition = {
  name: 'Contact',
  status: 'enabled',
  allowed_origins: ['https://www.example.com', 'https://shop.example.com'],
  fields: [
    { name: 'email', type: 'string', required: true },
    { name: 'topic', type: 'string', options: ['A', 'B'] },
    { name: 'text', type: 'string', label: 'A long label in two lines' },
  ],
  settings: { page: { title: 'Write to us', intro: 'Hello' } },
};

describe('the text of a file after a pull', () => {
  it('is the same to the byte where the service says the same in other words', () => {
    expect(pulled(WRITTEN, SERVED)).toBe(WRITTEN);
    const windows = WRITTEN.replaceAll('\n', '\r\n').trimEnd();
    expect(pulled(windows, SERVED)).toBe(windows);
  });

  it.each<[string, Partial<FormDefinition>, [string, string]]>([
    ['a text', { name: 'Write to us' }, ['name:   Contact      # as in the menu', 'name: Write to us # as in the menu']],
    ['a quoted text', { status: 'disabled' }, ["'enabled'", "'disabled'"]],
    [
      'an entry of a list',
      { allowed_origins: ['https://www.example.com', 'https://other.example.com'] },
      ['[ "HTTPS://Www.Example.com/",   https://shop.example.com ]', '[ "HTTPS://Www.Example.com/", https://other.example.com ]'],
    ],
    [
      'a member that comes',
      { settings: { page: { title: 'Write to us', intro: 'Hello', language: 'de' } } },
      ['        intro: Hello\n', '        intro: Hello\n        language: de\n'],
    ],
    [
      'a member that goes, with its comment',
      { settings: { page: { intro: 'Hello' } } },
      ['        # shown above the form\n        title: Write to us\n', ''],
    ],
    ['a section that comes', { settings: { ...SERVED.settings, retention: { days: 30 } } }, [/$/.source, '']],
    ['all members of a section that go', { settings: { page: {} } }, [WRITTEN.slice(WRITTEN.indexOf('    page:')), '    page: {}\n']],
  ])('changes only the lines of %s', (what, change, [from, to]) => {
    const expected = what === 'a section that comes' ? `${WRITTEN}    retention:\n        days: 30\n` : WRITTEN.replace(from, to);
    expect(pulled(WRITTEN, { ...SERVED, ...change })).toBe(expected);
  });

  it.each([
    'name: A\nfields:\n\n  # first\n  - name: a\n    type: string\n',
    'name: A\nfields: # ours\n  # first\n  - name: a\n    type: string\n\n\n  # later\n# end\n',
    '---\nname: A\nfields:\n- name: a\n  type: string\n...\n',
    '%YAML 1.2\n---\nname: A\n\n\n\nfields:\n  - type: string\n\n    name: a # x\n    # y\n',
    'name: A\nfields: [{name: a,\n  type: string}]   # all\n',
    'name: A\n"fields":\n  -\n    name: a\n    type: "string"\n',
    '# top\n\nname: A\n# fields\n\nfields:\n    -   name: a\n        label: "a\n\n          b"\n        type: string\n',
    'name: A\nfields:\n  - name: a\n    type: string\n    label: |2\n        x\nsettings:\n  page:\n   title: >-\n      a\n      b\n\n      c\n',
  ])('changes one line of %j', (text) => {
    const [value, other] = [parseDefinition('a.yaml', text).value as FormDefinition, text.replace('name: A', 'name: B')];
    expect(pulled(text, value)).toBe(text);
    expect(pulled(text, { ...value, name: 'B' })).toBe(other);
    expect(pulled(text.replaceAll('\n', '\r\n'), { ...value, name: 'B' })).toBe(other.replaceAll('\n', '\r\n'));
  });

  it('moves fields with their comments, and drops those of fields that are gone', () => {
    const [email, topic, text] = SERVED.fields!;
    expect(pulled(WRITTEN, { ...SERVED, fields: [text, topic, { name: 'new', type: 'date' }] })).toBe(
      WRITTEN.slice(0, WRITTEN.indexOf('    # whom')) +
        lines(
          '    - name: text',
          '      type:   string',
          '      label: >',
          '        A long label',
          '        in two lines',
          '',
          '    # what it is about',
          '    - { name: topic, type: string, options: [ A, B ] }',
          '    - name: new',
          '      type: date',
          '',
        ) +
        WRITTEN.slice(WRITTEN.indexOf('# Kept')),
    );
    expect(pulled(WRITTEN, { ...SERVED, fields: [topic, email, text] })).toContain('    # whom we answer\n    - name: email\n');
  });

  it('keeps former names of fields, members with their default, and the address of the schema', () => {
    const text = lines(
      '$schema: ../form.schema.json',
      'name: Contact',
      'publish: false',
      'fields:',
      '  - name: email',
      '    type: string',
      '    was: mail',
      '    required: false',
      '    label: null',
      'settings:',
      '  spam: { honeypot: quarantine, siteverify: { level: off } }',
      '  notices: {}',
      'workflow:',
      '  nodes: [{ id: a, type: database, config: {}, disabled: false }]',
      '  edges: [{ id: e, source: a, target: a, source_port: out }]',
    );
    const served = {
      name: 'Contact',
      fields: [{ name: 'email', type: 'string' }],
      settings: { spam: {}, notices: {} },
      workflow: { nodes: [{ id: 'a', type: 'database', config: {} }], edges: [{ id: 'e', source: 'a', target: 'a' }] },
    };
    expect(pulled(text, served)).toBe(text);
    expect(pulled(text, { ...served, name: 'Other' })).toBe(text.replace('Contact', 'Other'));
  });

  it('drops the former name of a field that another field has', () => {
    const text = 'name: A\nfields:\n  - name: email\n    was: mail\n    type: string\n';
    const fields = [{ name: 'email', type: 'string' }];
    expect(pulled(text, { name: 'A', fields })).toBe(text);
    const both = [...fields, { name: 'mail', type: 'string' }];
    expect(pulled(text, { name: 'A', fields: both })).toBe(`${text.replace('    was: mail\n', '')}  - name: mail\n    type: string\n`);
  });

  it('puts parts that are missing where a new file has them', () => {
    const text = 'name: Contact\nworkflow: { nodes: [], edges: [] }\n';
    const served = { ...SERVED, workflow: { nodes: [], edges: [] }, publish: true };
    const document = pulled(text, served);
    expect(document.match(/^\w+(?=:)/gm)).toEqual(['name', 'status', 'allowed_origins', 'fields', 'settings', 'workflow', 'publish']);
    expect(document).toContain('workflow: { nodes: [], edges: [] }\n');
  });

  it('changes one of two parts that share an anchor, and keeps anchors while nothing changes', () => {
    const text = lines(
      'name: Contact',
      'fields:',
      '  - { name: a, type: string, options: &days [Mon, Tue] }',
      '  - { name: b, type: string, options: *days }',
    );
    const served = (a: string[], b: string[]) => ({
      name: 'Contact',
      fields: [
        { name: 'a', type: 'string', options: a },
        { name: 'b', type: 'string', options: b },
      ],
    });
    expect(pulled(text, served(['Mon', 'Tue'], ['Mon', 'Tue']))).toBe(text);
    for (const [a, b] of [
      [['Mon'], ['Mon', 'Tue']],
      [['Mon', 'Tue'], ['Wed']],
      [['Mon'], ['Wed']],
    ] as const) {
      const edited = parseDefinition('a.yaml', pulled(text, served([...a], [...b])));
      expect(edited.value).toEqual(served([...a], [...b]));
    }
  });

  it('keeps the layout of JSON', () => {
    const text =
      '{\n    "name": "Contact",\n    "allowed_origins": ["https://a.example", "https://b.example"],\n    "status": "enabled"\n}';
    const served = { name: 'Contact', allowed_origins: ['https://a.example', 'https://b.example'], status: 'disabled' };
    const path = 'forms/contact.json';
    expect(pulled(text, { ...served, status: 'enabled' }, { path })).toBe(text);
    expect(pulled(text, served, { path })).toBe(text.replace('enabled', 'disabled'));
    expect(JSON.parse(pulled('{"name":"Contact"}', served, { path }))).toEqual(served);
  });

  it('keeps texts with variables, and takes the value of the service for none of them', () => {
    const text = lines(
      'name: Contact',
      'allowed_origins:',
      '  - ${FORM_VAR_SITE}',
      '  - https://b.example # shop',
      '  - ${FORM_VAR_OTHER}',
    );
    const served = (...origins: string[]) => ({ name: 'Contact', allowed_origins: origins });
    const [site, shop] = ['https://a.example', 'https://b.example'];
    for (const env of [{}, { FORM_VAR_SITE: site }, { FORM_VAR_SITE: 'https://c.example' }, { FORM_VAR_OTHER: site }]) {
      expect(pulled(text, served(site, shop), { env })).toContain('${FORM_VAR_SITE}');
      expect(pulled(text, served(site, shop), { env })).not.toContain(site);
    }
    expect(pulled(text, served(site, 'https://d.example'), { env: { FORM_VAR_SITE: site, FORM_VAR_OTHER: 'https://d.example' } })).toBe(
      text.replace('  - https://b.example # shop\n', ''),
    );
  });

  it('writes variables for the secrets of what it adds', () => {
    const definition = (key: string) => ({
      name: 'A',
      workflow: { nodes: [{ id: 'n', type: 'webhook', config: { headers: { key } } }], edges: [] },
    });
    const text = pulled('name: A\nworkflow:\n  nodes: []\n  edges: []\n', definition('secret'), { written: definition('${FORM_VAR_KEY}') });
    expect(text).toContain('key: ${FORM_VAR_KEY}\n');
    expect(text).not.toContain('secret');
  });
});
