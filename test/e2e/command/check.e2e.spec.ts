import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Website } from '../../support/command';

const SOUND = 'name: Contact\nfields:\n  - { name: email, type: string, validation: email }\n';
const FAULTY =
  'name: Contact\nfields:\n  - { name: email, type: strin }\n  - { name: email, type: string }\nsettings: { intake: { unique_by: mail } }\n';

describe('form-collection check', () => {
  it('says of sound files that they are sound, without a service or a key', async () => {
    const website = new Website({});
    website.write('forms/contact.yaml', SOUND);
    expect(await website.run(['check'])).toEqual({ code: 0, stdout: 'forms/contact.yaml is sound.\n', stderr: '' });

    website.write('forms/survey.json', '{ "name": "Survey", "allowed_origins": ["${FORM_VAR_ORIGIN}"] }');
    website.write('forms/forms.lock.yaml', 'https://forms.example.com: { account: 1 }');
    expect(await website.run(['check'])).toEqual({ code: 0, stdout: '2 files are sound.\n', stderr: '' });
    expect(await website.run(['check', 'forms/survey.json', '--json'])).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ files: [{ file: 'forms/survey.json', mistakes: [] }] }, null, 2)}\n`,
      stderr: '',
    });
  });

  it('tells each mistake at its place, and of each file how many it has', async () => {
    const website = new Website({});
    website.write('forms/contact.yaml', SOUND);
    website.write('forms/survey.yaml', FAULTY);
    website.write('other/form.yaml', 'nam: Other\nname: Contact\n');
    const { code, stdout, stderr } = await website.run(['check', 'forms', 'other/form.yaml']);
    expect(code).toBe(1);
    expect(stdout).toBe('forms/survey.yaml has 3 mistakes.\nother/form.yaml has a mistake.\n');
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^forms\/survey\.yaml:3:20: fields email type must be one of .*: did you mean string\?$/),
      'forms/survey.yaml:4:7: fields email name must not be the name of another field of the form.',
      'forms/survey.yaml:5:23: settings intake unique_by must be the name of a field for texts or numbers.',
      'other/form.yaml:1:1: nam is no member here: did you mean name?',
      '',
    ]);

    const json = await website.run(['check', '--json']);
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({
      files: [
        { file: 'forms/contact.yaml', mistakes: [] },
        {
          file: 'forms/survey.yaml',
          mistakes: [
            { line: 3, column: 20, message: expect.stringMatching(/^fields email type/) },
            { line: 4, column: 7, message: expect.stringMatching(/^fields email name/) },
            { line: 5, column: 23, message: expect.stringMatching(/^settings intake unique_by/) },
          ],
        },
      ],
    });
  });

  it('says what to do where there is no file', async () => {
    const website = new Website({});
    expect(await website.run(['check'])).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no definition in forms') });
    expect(await website.run(['check', 'a.yaml'])).toEqual({ code: 1, stdout: '', stderr: 'There is no a.yaml.\n' });
  });

  it('tells two files of one form', async () => {
    const website = new Website({});
    for (const file of ['a.yaml', 'a.json', 'b/a.yaml']) website.write(`forms/${file}`, '{ "name": "Contact" }');
    const { stdout, stderr } = await website.run(['check', 'forms', 'forms/b']);
    expect(stdout).toBe('forms/a.json has a mistake.\nforms/a.yaml has a mistake.\n');
    expect(stderr).toMatch(/^forms\/a\.json:1:1: forms\/a\.yaml has the same name, .*\nforms\/a\.yaml:1:1: forms\/a\.json has/);
  });
});

const MIB = 1024 * 1024;
const repeated = (text: string, bytes = MIB): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const aliases = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1},`.repeat(9)}]\n`).join('');

describe('a hostile file', () => {
  const website = new Website({});

  async function told(file: string | Buffer): Promise<string> {
    mkdirSync(join(website.folder, 'forms'), { recursive: true });
    writeFileSync(join(website.folder, 'forms/a.yaml'), file);
    const { code, stderr } = await website.run(['check']);
    expect(code).toBe(1);
    expect(stderr.length).toBeLessThan(30_000);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
    return stderr;
  }

  it.each<[string, string | Buffer, RegExp]>([
    ['of aliases that multiply', `name: a\n${aliases(9)}`, /alias count/],
    ['of an alias in itself', 'name: &a { b: *a }', /nested more than 64 levels deep/],
    ['of many aliases', `name: &a a\nlist: [${'*a, '.repeat(200)}]`, /more than 100 aliases/],
    ['of nested lists', '['.repeat(MIB), /^forms\/a\.yaml:1:68: The content is nested more than 64 levels deep\.$/m],
    ['of nested objects', repeated('{"a":'), /nested more than 64 levels deep/],
    ['of nested entries', repeated('- '), /nested more than 64 levels deep/],
    ['of one long text', `name: ${'a'.repeat(MIB - 6)}`, /name must have at most 255 characters/],
    ['of white space', `name: "${' '.repeat(MIB - 20)}\\u0001"`, /name must not contain control characters/],
    ['of a megabyte of members', Array.from({ length: 90_000 }, (_, index) => `a${index}: 1\n`).join(''), /more than 50,000 values/],
    ['of many members', Array.from({ length: 40_000 }, (_, index) => `a${index}: 1\n`).join(''), /There are \d+ more mistakes/],
    [
      'of many settings',
      `name: a\nsettings: { page: { ${Array.from({ length: 40_000 }, (_, index) => `a${index}: 1`).join(', ')} } }`,
      /There are \d+ more mistakes/,
    ],
    ['of many recipients', `name: a\nsettings: { notifications: { to: [${'a, '.repeat(40_000)}] } }`, /There are \d+ more mistakes/],
    ['of many variables', `name: a\nallowed_origins: [${repeated('"${FORM_VAR_A}", ', MIB / 2)}]`, /must have at most 50 entries/],
    ['of many variables where none are filled in', `name: a\nfields: [${repeated('"${FORM_VAR_A}", ', MIB / 2)}]`, /There are \d+ more/],
    ['of a megabyte of entries', `name: a\nfields: [${repeated('1,', MIB - 30)}]`, /more in it than a definition can have/],
    ['of a megabyte of tags', repeated('! '), /more in it than a definition can have/],
    ['of more than a megabyte', 'a'.repeat(MIB + 1), /^forms\/a\.yaml has more than 1024 KiB\.$/m],
    ['of bytes', Buffer.concat([Buffer.from([0xff, 0xfe]), randomBytes(MIB / 2)]), /^forms\/a\.yaml is no text in UTF-8\.$/m],
    ['in UTF-16', Buffer.from('\ufeffname: Contact', 'utf16le'), /is no text in UTF-8/],
    ['of zeros', Buffer.alloc(1000), /must have the members of a form/],
    ['of nothing', '', /^forms\/a\.yaml:1:1: The file must have the members of a form/],
    ['with a tab as indentation', 'name: a\nsettings:\n\tpage: {}\n', /^forms\/a\.yaml:3:1: Tabs are not allowed/m],
    ['with a member twice', 'name: a\nname: b\n', /^forms\/a\.yaml:2:1: The member name is there twice\.$/m],
    ['with a list as name', 'name: a\n? [b]\n: c\n', /^forms\/a\.yaml:2:3: The name of a member must be a text/m],
    [
      'with a number in another notation as name',
      'name: a\nsettings: { intake: { places: { a: { 1.0: 3 } } } }',
      /^forms\/a\.yaml:2:38: The name of a member must be/m,
    ],
    ['with a tag', 'name: !secret a', /Unresolved tag: !secret/],
    ['of two documents', 'name: a\n---\nname: b\n', /multiple documents/],
    ['with the name __proto__', 'name: a\n__proto__: { status: enabled }\n', /^forms\/a\.yaml:2:1: __proto__ is no member here/m],
    ['with the name constructor', 'name: a\nconstructor: 1\nsettings: { toString: {} }\n', /settings toString is no member here/],
    [
      'with the type constructor',
      'name: a\npublish: true\nworkflow: { nodes: [{ id: a, type: constructor, config: {} }], edges: [] }',
      /type must be one of/,
    ],
    [
      'with the field __proto__',
      'name: a\nfields: [{ name: __proto__, type: string }]\nsettings: { notifications: { reply_to_field: __proto__ } }',
      /fields __proto__ name must begin/,
    ],
    ['with characters that act on a terminal', 'name: a\n"\\e[2J\\u202e": 1\n', /is no member here/],
  ])('%s ends with a clear message', async (_, file, message) => expect(await told(file)).toMatch(message));

  it('may begin with a byte order mark', async () => {
    const sound = new Website({});
    sound.write('forms/a.yaml', `\ufeff${SOUND}`);
    sound.write('forms/b.json', '\ufeff{ "name": "Contact" }');
    expect(await sound.run(['check'])).toMatchObject({ code: 0, stdout: '2 files are sound.\n' });
  });
});
