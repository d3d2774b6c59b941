import type { TypedField } from './form-types.rules.js';
import { formTypes } from './form-types.rules.js';

const aField = (members: Partial<TypedField>): TypedField => ({
  name: 'email',
  label: null,
  type: 'string',
  required: false,
  options: null,
  ...members,
});

const ID = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';
const OTHER = '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f';

describe('the types of forms', () => {
  it('have a member for each field that is no file', () => {
    const fields = [
      aField({ required: true, label: 'Your\ne-mail */ address' }),
      aField({ name: 'size', options: ['S', 'it\'s "L"'] }),
      aField({ name: 'tags', type: 'array', options: ['a', 'b'] }),
      aField({ name: 'notes', type: 'array', options: { kept: true } }),
      aField({ name: 'budget', type: 'number', options: ['1'] }),
      aField({ name: 'born', type: 'date' }),
      aField({ name: 'agreed', type: 'boolean', required: true }),
      aField({ name: 'cv', type: 'file', required: true }),
    ];
    expect(formTypes([{ id: ID, name: 'Job application', fields }])).toBe(
      [
        `/** The values of the form "Job application" (${ID}). Its files are sent apart from them: cv. */`,
        'export interface JobApplicationValues {',
        '  /** Your e-mail *\\/ address */',
        '  email: string;',
        '  size?: "S" | "it\'s \\"L\\"";',
        '  tags?: ("a" | "b")[];',
        '  notes?: (string)[];',
        '  budget?: number;',
        '  born?: string;',
        '  agreed: boolean;',
        '}',
      ].join('\n'),
    );
  });

  it('quote names that are no identifiers, which only forms of older systems have', () => {
    expect(formTypes([{ id: ID, name: 'Old', fields: [aField({ name: 'e-mail: any; x' })] }])).toContain(
      '\n  "e-mail: any; x"?: string;\n',
    );
  });

  it.each([
    ['contact us!', 'ContactUsValues'],
    ['Über uns', 'ÜberUnsValues'],
    ['2026 survey', 'Form2026SurveyValues'],
    ['???', 'FormValues'],
  ])('are named after the form: %s', (name, expected) => {
    expect(formTypes([{ id: ID, name, fields: [] }])).toContain(`export interface ${expected} {`);
  });

  it('have the id in names that would collide, and are printed once for each form', () => {
    const contact = { id: ID, name: 'Contact', fields: [] };
    const printed = formTypes([contact, { ...contact, id: OTHER, name: 'contact' }, contact]);
    expect(printed.match(/interface \w+/g)).toEqual([
      `interface Contact${ID.replaceAll('-', '')}Values`,
      `interface Contact${OTHER.replaceAll('-', '')}Values`,
    ]);
  });
});
