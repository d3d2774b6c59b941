import { isMailAddress } from './mailer';

it.each(['a@example.com', 'first.last+tag@sub.example.com', 'zoë@example.com', "o'neil@example.com", 'a@bücher.example'])(
  'takes %p',
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

it.each([
  '',
  'a',
  'a@',
  '@example.com',
  'a@example.com,b@example.com',
  'a@example.com b@example.com',
  'Name <a@example.com>',
  '<a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'a\n@example.com',
  'a@exa\0mple.com',
  'a@example.com\n',
  `${'a'.repeat(65)}@example.com`,
  'a@[127.0.0.1]',
])('refuses %p', (text) => {
  expect(isMailAddress(text)).toBe(false);
});
