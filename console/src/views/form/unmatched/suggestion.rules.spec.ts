import { fieldNameOf, suggestedField } from './suggestion.rules';

describe('a sent name', () => {
  it.each([
    ['phone', 'phone'],
    ['Phone Number', 'phone_number'],
    ['E-Mail', 'e_mail'],
    ['_replyto', 'replyto'],
    ['Téléphone (privé)', 'telephone_prive'],
    ['Straßenname Øst', 'strassenname_ost'],
    ['2nd choice', 'field_2nd_choice'],
    ['電話', 'field'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('%j becomes %j, which a field can have', (sent, name) => {
    expect(fieldNameOf(sent)).toBe(name);
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  });
});

describe('the field that is suggested', () => {
  const shapeOf = (name: string, value?: unknown) => {
    const { type, validation, options } = suggestedField(name, value, []);
    return [type, validation?.preset ?? null, options];
  };

  it('has the name that was sent, or one like it with the sent one as its label', () => {
    expect(suggestedField('company', 'ACME', [])).toMatchObject({ name: 'company', label: null, required: false });
    expect(suggestedField('your company', 'ACME', [])).toMatchObject({ name: 'your_company', label: 'Your company' });
    expect(suggestedField('Email', 'a@example.com', ['email', 'email_2'])).toMatchObject({ name: 'email_3', label: 'Email' });
  });

  it.each<[string, unknown, unknown[]]>([
    ['contact', 'ada@example.com', ['string', 'email', null]],
    ['_replyto', undefined, ['string', 'email', null]],
    ['e-mail', '', ['string', 'email', null]],
    ['page', 'https://example.com/a', ['string', 'url', null]],
    ['website', undefined, ['string', 'url', null]],
    ['arrival', '2026-11-20', ['date', null, null]],
    ['phone', '030 123456', ['string', 'tel', null]],
    ['call me', '+49 30 123456', ['string', 'tel', null]],
    ['zip', '10115', ['string', null, null]],
    ['guests', '4', ['number', null, null]],
    ['age', 41, ['number', null, null]],
    ['topics', ['A', 'B'], ['array', null, null]],
    ['vip', true, ['boolean', null, null]],
    ['newsletter', 'on', ['boolean', null, null]],
    ['message', 'Hello', ['string', null, { multiline: true }]],
    ['story', 'One\nTwo', ['string', null, { multiline: true }]],
    ['company', undefined, ['string', null, null]],
    ['address', { street: 'A' }, ['string', null, null]],
  ])('for %j with the value %j is %j', (name, value, shape) => expect(shapeOf(name, value)).toEqual(shape));

  it.each([
    ['email', 'call me'],
    ['phone', 'none'],
    ['website', 'example.com'],
    ['budget', '1,000'],
    ['consent', 'maybe'],
    ['date', 'tomorrow'],
  ])('for %j takes the value %j, whatever its name says', (name, value) => expect(shapeOf(name, value)).toEqual(['string', null, null]));
});
