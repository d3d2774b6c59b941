import { contactLink } from './contact.rules';

it.each<[value: string, preset: string | null | undefined, link: string | null]>([
  ['ada@example.com', 'email', 'mailto:ada@example.com'],
  [' zoë+1@example.com ', undefined, 'mailto:zo%C3%AB%2B1@example.com'],
  ['a@example.com?bcc=b@example.com', 'email', null],
  ['a@example.com, b@example.com', null, null],
  ['javascript:alert(1)@example.com', null, null],
  ['+49 (30) 123-456', undefined, 'tel:+4930123456'],
  ['030 123456', 'tel', 'tel:030123456'],
  ['030 123456', null, null],
  ['2026-11-20', undefined, null],
  ['Call me', 'tel', null],
])('the value %j of a field checked as %s leads to %j', (value, preset, link) => {
  expect(contactLink(value, preset)).toBe(link);
});
