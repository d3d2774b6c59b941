import { parseDefinition } from '../definition/definition-file.js';
import { lineOf } from '../faults.js';
import { checkDefinition } from './check-definition.js';

type Env = Record<string, string> | null;

const check = (text: string, env: Env = null, path = 'a.yaml') => checkDefinition(parseDefinition(path, text), env);
const linesOf = (text: string, env?: Env, path?: string): string[] => check(text, env, path).mistakes.map(lineOf);
const json = (definition: object): string => JSON.stringify({ name: 'Contact', ...definition });

const SOUND = `# Written by people
name: Contact
status: enabled
allowed_origins: [https://example.com]
fields:
  - name: email
    label: Your e-mail address
    type: string
    required: true
    validation: email
  - name: topic
    was: subject
    type: string
    options: [Sales, Support]
settings:
  page:
    title: |
      Write to us
    redirect_url: https://example.com/thanks
    accent_color: null
  notifications: { to: [office@example.com], reply_to_field: email }
  intake: { unique_by: email, places: { topic: { Sales: 5 } }, opens_at: 2026-11-20T21:26:00+01:00 }
  respondent: { address_field: email, confirm: require }
  spam: { siteverify: { level: require, provider: turnstile, site_key: key, secret_name: TURNSTILE } }
workflow:
  nodes:
    - { id: trigger, type: submission_received, config: {} }
    - { id: office, type: filter, config: { where: { all: [{ field: topic, op: eq, value: Sales }, { not: { field: email, op: is_empty } }] } } }
    - { id: mail, type: email, config: { to: ['{{ fields.email }}'], subject: 'Hello {{ fields.topic }}' } }
    - { id: later, type: webhook, config: {}, disabled: true }
  edges:
    - { id: one, source: trigger, target: office }
    - { id: two, source: office, target: mail }
    - { id: three, source: office, target: later }
publish: true
`;

describe('a definition without mistakes', () => {
  it('is sound, and given as it stands in the file', () => {
    expect(linesOf(SOUND)).toEqual([]);
    expect(check(SOUND, {}).definition).toMatchObject({ name: 'Contact', fields: [{ name: 'email' }, { name: 'topic', was: 'subject' }] });
  });

  it('may leave out all but the name', () => {
    expect(linesOf('name: Contact')).toEqual([]);
    expect(linesOf('{"$schema": "../form.schema.json", "name": "Contact", "fields": [], "settings": {}}', null, 'a.json')).toEqual([]);
  });

  it('may have what it names in a form of which it manages something else', () => {
    const settings = {
      page: { redirect_url: 'https://example.com' },
      notifications: { reply_to_field: 'email' },
      intake: { unique_by: 'email', places: { topic: { Sales: 1 } } },
      respondent: { address_field: 'email', confirm: 'require' },
    };
    expect(linesOf(json({ settings }))).toEqual([]);
  });

  it('may have a draft that is unfinished', () => {
    const nodes = [{ id: 'hook', type: 'webhook', config: { later: true } }];
    expect(linesOf(json({ workflow: { nodes, edges: [] } }))).toEqual([]);
  });
});

describe('the mistakes of a definition', () => {
  it('are all told, by their places', () => {
    const text = `name: Contact
fields:
  - name: email
    lable: E-mail
    type: strin
  - type: string
settings:
  intake:
    unique_by: mail
colour: red
`;
    expect(linesOf(text)).toEqual([
      'a.yaml:4:5: fields email lable is no member here: did you mean label?',
      'a.yaml:5:5: fields email type must be one of string, number, date, boolean, array, file: did you mean string?',
      'a.yaml:6:5: fields #2 name is required.',
      'a.yaml:9:5: settings intake unique_by must be the name of a field for texts or numbers.',
      expect.stringMatching(/^a\.yaml:10:1: colour is no member here: there are \$schema, name, /),
    ]);
  });

  it('have their places in JSON as well', () => {
    const text =
      '{\n  "name": "Contact",\n  "fields": [\n    { "name": "a", "type": "text" },\n    { "name": "a", "type": "file" }\n  ]\n}\n';
    expect(linesOf(text, null, 'a.json')).toEqual([
      expect.stringMatching(/^a\.json:4:20: fields a type must be one of /),
      'a.json:5:7: fields a name must not be the name of another field of the form.',
    ]);
  });

  it('of the syntax come first, since they hide others', () => {
    expect(linesOf('name: "Contact\nfields: [\n')).toEqual([expect.stringMatching(/^a\.yaml:3:1: Missing closing "quote/)]);
    expect(linesOf('name: a: b\nfields: [}\n')).toHaveLength(2);
  });

  it('are told up to a hundred', () => {
    const lines = linesOf(json({ fields: Array.from({ length: 100 }, () => ({ lable: 1, nam: 2 })) }));
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toMatch(/There are 300 more mistakes\.$/);
  });

  it.each<[string, object, ...string[]]>([
    ['a name of white space', { name: '\n' }, 'name must not be empty.'],
    ['a name of two lines', { name: 'a\nb' }, 'name must not contain control characters.'],
    ['a long name', { name: 'a'.repeat(256) }, 'name must have at most 255 characters.'],
    ['a value of another type', { validate_fields: 'yes' }, 'validate_fields must be true or false.'],
    ['nothing', { notifications_enabled: null }, 'notifications_enabled must be true or false.'],
    ['a value that is near a known one', { status: 'Enabled' }, 'status must be one of enabled, disabled: did you mean enabled?'],
    ['a character that is not stored', { name: 'a\0' }, 'name must not contain the character U+0000.'],
    ['half of a character', { settings: { page: { intro: '\ud800' } } }, 'settings page intro must not contain half of a surrogate pair.'],
    ['an origin with a path', { allowed_origins: ['https://a.example/b'] }, 'allowed_origins #1 must be an origin such as'],
    ['an origin of everybody', { allowed_origins: ['https://*.co.uk'] }, 'allowed_origins #1 must have its wildcard below'],
  ])('include %s', (_, members, ...lines) => expectLines(members, lines));

  const field = (members: object, ...others: object[]) => ({ fields: [{ name: 'one', type: 'string', ...members }, ...others] });
  const other = (members: object) => ({ name: 'two', type: 'string', ...members });

  it.each<[string, object, ...string[]]>([
    ['a name with white space', field({ name: 'one ' }), 'fields one  name must not have white space around it.'],
    ['a name in capitals', field({ name: 'One' }), 'fields One name must begin with a lower-case letter'],
    ['a preset that does not fit', field({ type: 'file', validation: 'email' }), 'fields one validation must fit the type of the field'],
    ['a preset that nobody knows', field({ validation: 'mail' }), 'fields one validation must be one of email, url,'],
    ['options that are equal', field({ options: ['a', 'a '] }), 'fields one options #2 must not be there twice.'],
    ['an option that is no text', field({ options: [1] }), 'fields one options #1 must be a text.'],
    ['too many options', field({ options: Array.from({ length: 201 }, String) }), 'fields one options must have at most 200 entries.'],
    ['a field that is no object', { fields: ['email'] }, 'fields #1 must be an object.'],
    ['a rename from its own name', field({ was: 'one' }), 'fields one was must be the former name of the field, which differs'],
    ['a rename from another field', field({}, other({ was: 'one' })), 'fields two was must not be the name of another field'],
    ['a chain of names', field({ was: 'two' }, other({ was: 'three' })), 'fields one was must not be the name of another field'],
    ['two from one', field({ was: 'old' }, other({ was: 'old' })), 'fields two was must not be the former name of two fields.'],
    [
      'names that are swapped',
      field({ was: 'two' }, other({ was: 'one' })),
      'fields one was must not be the name of another field',
      'fields two was must not be the name of another field',
    ],
  ])('of fields include %s', (_, members, ...lines) => expectLines(members, lines));

  const settings = (section: string, members: object, rest: object = {}) => ({ settings: { [section]: members }, ...rest });
  const fields = [{ name: 'age', type: 'number' }];

  it.each<[string, object, ...string[]]>([
    ['a section that is not there', settings('pages', {}), 'settings pages is no member here: did you mean page?'],
    [
      'an address that is none',
      settings('page', { redirect_url: 'thanks' }),
      'settings page redirect_url must be a full http or https address.',
    ],
    [
      'an address that is not admitted',
      settings('page', { redirect_url: 'https://b.example' }, { allowed_origins: ['*'] }),
      'settings page redirect_url must have one of the allowed origins',
    ],
    ['a time zone that is none', settings('page', { time_zone: 'Mars' }), 'settings page time_zone must be the name of an IANA time zone'],
    ['a color that is none', settings('page', { accent_color: 'red' }), 'settings page accent_color must be a color such as'],
    ['a title of two lines', settings('page', { title: 'a\tb' }), 'settings page title must not contain control characters.'],
    [
      'an address twice',
      settings('notifications', { to: ['a@b.example', 'A@b.example'] }),
      'settings notifications to #2 must not repeat an address.',
    ],
    ['a recipient that is none', settings('notifications', { to: ['office'] }), 'settings notifications to #1 must be an e-mail address.'],
    [
      'a field that is not there',
      settings('notifications', { reply_to_field: 'mail' }, { fields }),
      'settings notifications reply_to_field must be',
    ],
    [
      'a field of another type',
      settings('respondent', { address_field: 'age', confirm: 'ask' }, { fields }),
      'settings respondent address_field must be',
    ],
    [
      'a confirmation without a field',
      settings('respondent', { confirm: 'ask' }, { fields }),
      'settings respondent address_field is needed while',
    ],
    [
      'an option that is not there',
      settings('intake', { places: { age: { Old: 1 } } }, { fields }),
      'settings intake places age Old must be an option',
    ],
    [
      'a number that is too high',
      settings('intake', { max_submissions: 1e7 }),
      'settings intake max_submissions must be a whole number from 0 to',
    ],
    [
      'a time without its zone',
      settings('intake', { opens_at: '2026-11-20T21:26:00' }),
      'settings intake opens_at must be a timestamp with its zone',
    ],
    [
      'an end before its beginning',
      settings('intake', { opens_at: '2026-11-20T21:26:00Z', closes_at: '2026-11-20T21:26:00Z' }),
      'settings intake closes_at must be after the opening.',
    ],
    [
      'a check that is not complete',
      settings('spam', { siteverify: { level: 'observe', provider: 'turnstile', site_key: 'a' } }),
      'settings spam siteverify secret_name is needed',
    ],
  ])('of settings include %s', (_, members, ...lines) => expectLines(members, lines));

  const trigger = { id: 'trigger', type: 'submission_received', config: {} };
  const steps = (node: object, edge: object = {}, publish = true) => ({
    workflow: {
      nodes: [trigger, { id: 'hook', type: 'webhook', config: { url: 'https://b.example' }, ...node }],
      edges: [{ id: 'e', source: 'trigger', target: 'hook', ...edge }],
    },
    publish,
  });

  it.each<[string, object, ...string[]]>([
    ['a type that nobody knows', steps({ type: 'web-hook' }), 'workflow nodes hook type must be one of'],
    ['a step twice', steps({ id: 'trigger' }, { target: 'trigger' }), 'workflow nodes trigger id must be unique in the list.'],
    ['a connection to nowhere', steps({}, { target: 'hok' }, false), 'workflow edges e target must be the id of a step.'],
    ['a setting that is missing', steps({ config: {} }), 'workflow nodes hook config url is required.'],
    [
      'a setting that is not there',
      steps({ config: { url: 'https://b.example', metod: 'PUT' } }),
      'workflow nodes hook config metod is no member here: did you mean method?',
    ],
    [
      'a setting of another type',
      steps({ config: { url: 'https://b.example', timeout_ms: '1s' } }),
      'workflow nodes hook config timeout_ms must be a whole number from',
    ],
    [
      'an address with a placeholder',
      steps({ config: { url: 'https://b.example/{{ fields.a }}' } }),
      'workflow nodes hook config url must be a full address',
    ],
    [
      'a template that is not closed',
      steps({ type: 'slack', config: { url: 'https://b.example', text: '{{ fields.a' } }),
      'workflow nodes hook config text is not closed',
    ],
    ['a way that the step does not have', steps({}, { source_port: 'true' }), 'workflow edges e source_port must be a way out of the step'],
    ['a config that is no object', steps({ config: null }), 'workflow nodes hook config must be an object.'],
    ['a workflow without a destination', steps({ disabled: true }), 'workflow needs a step that sends or stores'],
  ])('of a workflow include %s', (_, members, ...lines) => expectLines(members, lines));

  function expectLines(members: object, lines: readonly string[]): void {
    const found = check(json(members)).mistakes.map(({ message }) => message);
    expect(found).toEqual(lines.map((line) => expect.stringContaining(line)));
  }
});

describe('variables of a definition', () => {
  const text = 'name: Contact\nallowed_origins:\n  - ${FORM_VAR_ORIGIN}\nsettings:\n  page: { redirect_url: https://example.com }\n';

  it('count as fitting where none are filled in', () => {
    const workflow = `workflow:
  nodes:
    - { id: trigger, type: submission_received, config: {} }
    - { id: hook, type: webhook, config: { url: '\${FORM_VAR_HOOK}', headers: { authorization: '\${FORM_VAR_TOKEN}' } } }
    - { id: mail, type: email, config: { to: ['\${FORM_VAR_TO}'], subject: Hello } }
  edges: [{ id: a, source: trigger, target: hook }, { id: b, source: trigger, target: mail }]
publish: true
`;
    expect(linesOf(text + workflow)).toEqual([]);
    expect(linesOf(text + workflow, { FORM_VAR_ORIGIN: 'https://example.com' })).toEqual([
      'a.yaml:9:44: workflow nodes hook config url needs FORM_VAR_HOOK, which the environment does not have.',
      'a.yaml:9:80: workflow nodes hook config headers authorization needs FORM_VAR_TOKEN, which the environment does not have.',
      'a.yaml:10:47: workflow nodes mail config to #1 needs FORM_VAR_TO, which the environment does not have.',
    ]);
  });

  it('are judged once they are filled in, and never told', () => {
    expect(linesOf(text, { FORM_VAR_ORIGIN: 'https://private.example/path' })).toEqual([
      'a.yaml:3:5: allowed_origins #1 must be an origin such as https://example.com, without path, query or user name (FORM_VAR_ORIGIN).',
    ]);
    expect(check(text, { FORM_VAR_ORIGIN: 'https://example.com' }).definition).toMatchObject({ allowed_origins: ['https://example.com'] });
    expect(linesOf(text, { FORM_VAR_ORIGIN: 'https://other.example' })).toEqual([
      expect.stringContaining('a.yaml:5:11: settings page redirect_url must have one of the allowed origins'),
    ]);
  });

  it.each([[null], [{ FORM_VAR_NAME: 'a' }]])('are mistakes where none are filled in, whatever the environment (%j)', (env) => {
    expect(linesOf('name: ${FORM_VAR_NAME}', env)).toEqual([expect.stringMatching(/^a\.yaml:1:1: name must not have a variable/)]);
  });
});

describe('a secret in a file', () => {
  const secret = `fck_${'a1'.repeat(25)}`;
  const signing = `whsec_${'b2+/'.repeat(8)}=`;

  it.each([
    ['a value', `name: Contact\nsettings: { page: { intro: ${secret} } }`, '2:28'],
    ['a comment', `name: Contact # ${signing}`, '1:17'],
    ['a name', `name: Contact\n${secret}: 1`, '2:1'],
    ['a file that cannot be read', `name: [${secret}`, '1:8'],
  ])('is told as %s, without its text', (_, text, place) => {
    const lines = linesOf(text);
    expect(lines).toContainEqual(expect.stringMatching(`^a\\.yaml:${place}: A secret must not stand in a file`));
    expect(lines.join()).not.toMatch(/a1a1|b2\+/);
  });
});
