import { fieldNamesFor, isMadeByTemplate } from './field-names.js';

const namesFor = (...sent: (string | [name: string, label: string])[]) =>
  fieldNamesFor(sent.map((each) => (typeof each === 'string' ? { name: each, label: null } : { name: each[0], label: each[1] })));

describe('the names of fields', () => {
  it.each([
    ['email', 'email'],
    ['First Name', 'first_name'],
    ['firstName', 'first_name'],
    ['e-mail', 'e_mail'],
    ['UPPER', 'upper'],
    ['_under', 'under'],
    ['fields[email]', 'email'],
    ['user.email', 'email'],
    ['Straße', 'strasse'],
    ['prénom', 'prenom'],
    ['123', 'field'],
    ['🎉', 'field'],
    ['ctl00$Main$txtName', 'ctl00_main_txt_name'],
  ])('are made of those that a page sends: %s', (sent, name) => {
    expect(namesFor(sent)).toEqual([name]);
  });

  it.each([['entry.2005620554'], ['wpforms[fields][1]'], ['input_1.3'], ['form_fields[field_ab12]']])(
    'are those of the labels where the page only numbers them: %s',
    (sent) => {
      expect(namesFor([sent, 'Your name'])).toEqual(['your_name']);
    },
  );

  it('keep names that are valid, before others get theirs', () => {
    expect(namesFor('E-Mail', 'e_mail', 'input_2')).toEqual(['e_mail_2', 'e_mail', 'input_2']);
  });

  it('are distinct', () => {
    expect(namesFor('a[city]', 'b[city]', 'city', 'city')).toEqual(['a_city', 'b_city', 'city', 'city_2']);
    expect(new Set(namesFor(...Array.from({ length: 50 }, () => 'Имя'))).size).toBe(50);
  });

  it('take time that grows with their length only', () => {
    const [name] = namesFor(`${'a_'.repeat(100_000)}!`);
    expect(name).toHaveLength(63);
  });
});

describe('a text of a template', () => {
  it.each(['{{ name }}', '{% x %}', '<%= x %>', '<?php echo $x ?>', '${x}', '{name}'])('is recognised: %s', (text) => {
    expect(isMadeByTemplate(text)).toBe(true);
  });

  it.each(['name', 'a{b}', '$field', '50%'])('is not every text with a sign: %s', (text) => {
    expect(isMadeByTemplate(text)).toBe(false);
  });
});
