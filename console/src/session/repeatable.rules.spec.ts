import { isRepeatable } from './repeatable.rules';

const FORM = 'https://forms.example.com/base/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';
const SUBMISSION = `${FORM}/submissions/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e60`;

it.each([
  ['POST', `${FORM}/submissions/batch`],
  ['PATCH', SUBMISSION],
  ['DELETE', SUBMISSION],
  ['POST', `${SUBMISSION}/release`],
  ['POST', `${SUBMISSION}/spam`],
])('%s %s may be sent again', (method, address) => {
  expect(isRepeatable(method, address)).toBe(true);
});

it.each([
  [undefined, SUBMISSION],
  ['GET', SUBMISSION],
  ['POST', `${FORM}/submissions/import`],
  ['POST', `${SUBMISSION}/notifications/1/retry`],
  ['DELETE', `${SUBMISSION}/files/1`],
  ['DELETE', FORM],
  ['PATCH', FORM],
  ['POST', 'https://forms.example.com/v1/submission-jobs'],
  ['POST', 'https://forms.example.com/console/session'],
])('%s %s is sent once', (method, address) => {
  expect(isRepeatable(method, address)).toBe(false);
});
