import type { FieldDefinition } from '../../../forms/definition/field.types';
import { settingsOf } from '../../../forms/settings/form-settings.rules';
import { mapColumns } from './columns.rules';

const field = (name: string, label: string | null = null, type: FieldDefinition['type'] = 'string'): FieldDefinition => ({
  ...{ name, label, type, required: false, options: null, validation: null },
});
const OWN = ['id', 'received_at', 'source', 'read_at', 'file_count'];

/** Returns the name of the field of each column, or `(name)` for a column without a field. */
function planned(header: string[], fields: FieldDefinition[], named: Record<string, string> = {}, validateFields = true) {
  const { columns, errors } = mapColumns(header, new Map(Object.entries(named)), { fields, validateFields, settings: settingsOf({}) });
  const texts = columns.map((column) => {
    if (column.is === 'field') return column.field.name;
    if (column.is === 'reply_to') return `reply to ${column.field}`;
    if (column.is !== 'other') return `<${column.is}>`;
    return column.isStored ? column.name : `(${column.name})`;
  });
  return errors.length > 0 ? errors.map(({ path }) => path) : texts;
}

describe('a column is that of a field', () => {
  const fields = [field('email', 'Your address'), field('full_name', 'Name'), field('note')];

  it.each([
    ['by its name', ['email', 'note'], ['email', 'note']],
    ['by its name in another case and with blanks', [' E-Mail', ' EMAIL\t', 'Note '], ['(E-Mail)', 'email', 'note']],
    ['by its label', ['your  ADDRESS', 'name'], ['email', 'full_name']],
    ['by its label over two lines', ['Your\naddress'], ['email']],
    ['apart from punctuation', ['E-Mail:', 'Full Name', 'Note *'], ['email', 'full_name', 'note']],
    ['by its label apart from punctuation', ['Your address?', '«Name»'], ['email', 'full_name']],
    ['not by several that are alike apart from punctuation', ['E-Mail', 'e_mail', 'note'], ['(E-Mail)', '(e_mail)', 'note']],
    ['not by punctuation alone', ['?', 'note'], ['(?)', 'note']],
    ['not by one that is alike when one has its name', ['Email', 'email', 'EMAIL'], ['(Email)', 'email', '(EMAIL)']],
    ['not by several that are alike', ['Email', 'EMAIL', 'note'], ['(Email)', '(EMAIL)', 'note']],
    ['not where it has no name', ['', ' ', 'note'], ['(column 1)', '(column 2)', 'note']],
  ])('%s', (_, header, expected) => {
    expect(planned(header, fields)).toEqual(expected);
  });

  it('only where its label is that of no other', () => {
    expect(planned(['Name', 'a'], [field('a', 'Name'), field('b', 'name')])).toEqual(['(Name)', 'a']);
    expect(planned(['Email'], [field('email'), field('address', 'Email')])).toEqual(['(Email)']);
    expect(planned(['email'], [field('email'), field('address', 'Email')])).toEqual(['email']);
  });

  it('as the request says, before anything else', () => {
    expect(planned(['Mail', 'email'], fields, { email: 'Mail' })).toEqual(['email', '(email (2))']);
    expect(planned(['Wann', 'email'], fields, { received_at: 'Wann', source_id: 'email' })).toEqual(['<received_at>', '<source_id>']);
    expect(planned(['Your question\nin lines'], fields, { note: 'your question in lines' })).toEqual(['note']);
    expect(planned(['email'], fields, { note: 'email' })).toEqual(['note']);
  });

  it('refuses what the request says of columns and fields that are not there', () => {
    expect(planned(['email'], fields, { email: 'Mail' })).toEqual(['column.email']);
    expect(planned(['email'], fields, { mail: 'email' })).toEqual(['column.mail']);
    expect(planned(['email', 'b'], fields, { email: 'b', note: 'b' })).toEqual(['column.note']);
    expect(planned(['cv', 'email'], [...fields, field('cv', null, 'file')], { cv: 'cv' })).toEqual(['column.cv']);
    expect(planned(['email', 'email'], fields)).toEqual(['body']);
    expect(planned(['Email', 'Email'], fields)).toEqual(['body']);
  });

  it('of a form that does not validate also under any other name', () => {
    expect(planned(['Email', 'Age', 'Age', ''], fields, {}, false)).toEqual(['email', 'Age', 'Age (2)', '(column 4)']);
    expect(planned(['Mail'], fields, { contact: 'Mail' }, false)).toEqual(['contact']);
  });

  it('of the address of the visitor where pages of other services send it', () => {
    const address = { ...field('mail'), validation: 'email' } as const;
    expect(planned(['_replyto', 'note'], [address, field('note')])).toEqual(['reply to mail', 'note']);
    expect(planned(['_replyto', 'note'], fields)).toEqual(['(_replyto)', 'note']);
  });

  it('and others have a name of their own, of 64 characters', () => {
    const long = 'How likely are you to recommend us to a friend or to a colleague at work?';
    const [first, second] = planned([long, `${long} Why?`, 'note'], fields);
    expect([first!.length, second!.length, first === second]).toEqual([66, 64, false]);
    expect(planned(['Other', 'Other', 'note'], fields)).toEqual(['(Other)', '(Other (2))', 'note']);
  });
});

describe('the columns of our own exports', () => {
  const fields = [field('email'), field('state'), field('other_fields')];

  it('are ours in a file that begins with them', () => {
    expect(planned([...OWN, 'email', 'other_fields'], [field('email')])).toEqual([
      '<ours>',
      '<received_at>',
      '<ours>',
      '<ours>',
      '<ours>',
      'email',
      '<other_fields>',
    ]);
    expect(planned([...OWN, 'state', 'email'], [field('email')]).slice(5)).toEqual(['<ours>', 'email']);
  });

  it('stand beside fields of their names', () => {
    expect(planned([...OWN, 'state', 'email', 'state', 'other_fields', 'other_fields'], fields).slice(5)).toEqual([
      '<ours>',
      'email',
      'state',
      'other_fields',
      '<other_fields>',
    ]);
    expect(planned([...OWN, 'email', 'state', 'other_fields'], fields).slice(5)).toEqual(['email', 'state', '<other_fields>']);
    expect(planned([...OWN, 'state', 'email'], fields).slice(5)).toEqual(['state', 'email']);
    expect(planned([...OWN, 'received_at', 'email'], [field('received_at'), field('email')])).toEqual([
      '<ours>',
      '<received_at>',
      '<ours>',
      '<ours>',
      '<ours>',
      'received_at',
      'email',
    ]);
  });

  it('stand beside fields of their names also where columns were chosen', () => {
    const own = ['source', 'received_at', 'other_fields', 'id'].map((name) => field(name));
    const header = ['email', 'source', 'source', 'received_at', 'received_at', 'other_fields', 'other_fields', 'id', 'id'];
    expect(planned(header, [field('email'), ...own])).toEqual([
      ...['email', '<ours>', 'source', '<received_at>', 'received_at', 'other_fields', '<other_fields>', '<ours>', 'id'],
    ]);
    expect(planned(['source', 'email', 'source'], [field('email'), field('source')])).toEqual(['body']);
    expect(planned(['email', 'note', 'note'], [field('email'), field('note')])).toEqual(['body']);
    expect(planned(['email', 'state', 'state'], [field('email')])).toEqual(['email', '(state)', '(state (2))']);
  });

  it('are the same under their labels, and fields have their names behind labels that are not theirs alone', () => {
    const labels = ['Id', 'Received at', 'Source', 'Read at', 'Files'];
    const labelled = [field('name', 'Name'), field('second', 'Name'), field('kind', 'State')];
    expect(planned([...labels, 'State', 'Name (name)', 'Name (second)', 'State (kind)', 'Other values'], labelled)).toEqual([
      ...['<ours>', '<received_at>', '<ours>', '<ours>', '<ours>', '<ours>'],
      ...['name', 'second', 'kind', '<other_fields>'],
    ]);
    expect(planned(['Received at', 'Name (second)', 'Source'], labelled)).toEqual(['<received_at>', 'second', '(Source)']);
    expect(planned(['Received at'], [field('when', 'Received at')])).toEqual(['when']);
  });

  it('are names like any other elsewhere', () => {
    expect(planned(['id', 'source', 'state', 'email', 'other_fields', 'received_at'], [field('email')])).toEqual([
      '(id)',
      '(source)',
      '(state)',
      'email',
      '(other_fields)',
      '<received_at>',
    ]);
    expect(planned(['source', 'state'], [field('source'), field('state')])).toEqual(['source', 'state']);
  });

  it('are those of a field or of the source where the request says so', () => {
    const named = { source_id: 'id', received_at: 'read_at', email: 'source' };
    expect(planned([...OWN, 'email'], [field('email')], named)).toEqual([
      '<source_id>',
      '<ours>',
      'email',
      '<received_at>',
      '<ours>',
      '(email (2))',
    ]);
  });
});
