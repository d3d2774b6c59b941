import { controlFieldsOf } from './underscore-fields.rules';
import { collectTexts } from '../fields/values/form-encoding.rules';
import type { SubmittedValues } from '../fields/values/submitted-fields.rules';

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (...pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });
const NOTHING = { isHoneypotFilled: false, redirect: null, pageToken: null, pageKey: null, challengeAnswer: null };

describe('control fields', () => {
  it.each<[what: string, sent: SubmittedValues, expected: object]>([
    ['nothing in JSON', json({}), {}],
    ['nothing in a form', form(), {}],
    ['a filled honeypot in JSON', json({ _gotcha: 'x' }), { isHoneypotFilled: true }],
    ['a filled honeypot in a form', form(['_gotcha', 'x']), { isHoneypotFilled: true }],
    ['a honeypot filled with a space', form(['_gotcha', ' ']), { isHoneypotFilled: true }],
    ['one of several honeypots filled', form(['_gotcha', ''], ['_gotcha', 'x']), { isHoneypotFilled: true }],
    ['an empty honeypot in JSON', json({ _gotcha: '' }), {}],
    ['an empty honeypot in a form', form(['_gotcha', '']), {}],
    ...[true, 1, 0, ['x'], [['', 'x']], {}, { a: '' }].map((value): [string, SubmittedValues, object] => [
      `a honeypot that is filled with ${JSON.stringify(value)}`,
      json({ _gotcha: value }),
      { isHoneypotFilled: true },
    ]),
    ...[null, false, [], ['', null]].map((value): [string, SubmittedValues, object] => [
      `a honeypot that is left at ${JSON.stringify(value)}`,
      json({ _gotcha: value }),
      {},
    ]),
    ['a redirect and a page token in JSON', json({ _redirect: '/a', _nonce: 'n' }), { redirect: '/a', pageToken: 'n' }],
    ['a redirect and a page token in a form', form(['_redirect', '/a'], ['_nonce', 'n']), { redirect: '/a', pageToken: 'n' }],
    ['the key of a page in a form', form(['_key', 'k']), { pageKey: 'k' }],
    ['the answer to a challenge in JSON', json({ _altcha: 'a' }), { challengeAnswer: 'a' }],
    ['two redirects, of which the first counts', form(['_redirect', '/a'], ['_redirect', '/b']), { redirect: '/a' }],
    ['a redirect by its name at other services', form(['_next', '/a']), { redirect: '/a' }],
    ['both names of a redirect, of which ours counts', form(['_next', '/a'], ['_redirect', '/b']), { redirect: '/b' }],
    ['an empty redirect beside the other name', form(['_redirect', ''], ['_next', '/a']), { redirect: '/a' }],
    ['the honeypot of another service', form(['bot-field', 'x']), { isHoneypotFilled: true }],
    ['the honeypot of another service, left empty', json({ 'bot-field': '' }), {}],
    ['an empty redirect', form(['_redirect', '']), {}],
    ['a redirect that is no text', json({ _redirect: { href: '/a' } }), {}],
    ['names that only an ordinary object inherits', json(Object.create({ _gotcha: 'x' }) as Record<string, unknown>), {}],
    ['names that look alike', form(['gotcha', 'x'], ['_Gotcha', 'x'], ['_redirect_', '/a']), {}],
  ])('are read from %s', (_, sent, expected) => {
    expect(controlFieldsOf(sent)).toEqual({ ...NOTHING, ...expected });
  });

  it('are read from multipart as from any form', () => {
    const sent: SubmittedValues = {
      encoding: 'multipart',
      form: collectTexts([['_gotcha', 'x']]),
      files: [],
    };
    expect(controlFieldsOf(sent)).toEqual({ ...NOTHING, isHoneypotFilled: true });
  });
});
