import { credentialIn } from './credential.rules';

const PAGE = 'https://forms.example.com/under/console#/inbox';

it.each([
  ['a key', ' fck_abc ', { key: 'fck_abc' }],
  ['a link to this console', 'https://forms.example.com/under/console#fcl_abc\n', { secret: 'fcl_abc' }],
  ['a link with a slash', 'https://forms.example.com/under/console/#fcl_abc', { secret: 'fcl_abc' }],
  ['the end of a link', '#fcl_abc', { secret: 'fcl_abc' }],
  ['the secret of a link', 'fcl_abc', { secret: 'fcl_abc' }],
  ['the secret of a mail', 'fcm_abc', { secret: 'fcm_abc' }],
  ['a link to another service', 'http://localhost:3000/console#fcl_abc', { elsewhere: 'http://localhost:3000/console' }],
  ['a link to another path', 'https://forms.example.com/console#fcl_abc', { elsewhere: 'https://forms.example.com/console' }],
  ['anything else', 'nonsense', { key: 'nonsense' }],
])('%s is told from what was pasted', (_, text, credential) => {
  expect(credentialIn(text, PAGE)).toEqual(credential);
});
