import { mailFailure, mayBeForReplyTo } from './mail-failure.rules';

describe('a reply about the mail', () => {
  it.each([
    ['a permanent one to a recipient', { code: 'EENVELOPE', responseCode: 550, permanent: true, command: 'RCPT TO' }, false, true],
    ['a temporary one to a recipient', { code: 'EENVELOPE', responseCode: 451, permanent: false }, true, false],
    ['one that blames the session', { code: 'EENVELOPE', responseCode: 503, permanent: false }, true, false],
    ['a permanent one to the sender', { code: 'EENVELOPE', responseCode: 550, permanent: true, command: 'MAIL FROM' }, false, false],
    ['a permanent one to the content', { code: 'EMESSAGE', responseCode: 554, permanent: true }, false, false],
    ['a permanent one to the mailbox, after the content', { code: 'EMESSAGE', responseCode: 550, permanent: true }, false, true],
    ['a temporary one to the content', { code: 'EMESSAGE', responseCode: 451, permanent: false }, true, false],
    ['none, since the server takes no mail of that size', { code: 'EMESSAGE' }, false, false],
  ])('settles it: %s', (_what, error, retryable, blamesRecipient) => {
    const refused = { kind: 'refused', errorCode: 'rejected_recipient', retryable, ...(blamesRecipient && { blamesRecipient }) };
    expect([mailFailure(error, false), mailFailure(error, true)]).toEqual([refused, refused]);
  });
});

describe('a fault of the session', () => {
  it.each([
    [{ code: 'EDNS' }, 'dns_error'],
    [{ code: 'ETLS' }, 'tls_error'],
    [{ code: 'ETIMEDOUT' }, 'timeout'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'connection_refused'],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'connection_reset'],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls_error'],
    [{ code: 'ECONNECTION' }, 'no_response'],
    [{ code: 'ECONNECTION', responseCode: 421 }, 'connection_refused'],
    [{ code: 'EAUTH', responseCode: 535, permanent: true }, 'connection_refused'],
    [{ code: 'EPROTOCOL', responseCode: 554, permanent: true }, 'connection_refused'],
  ])('of %p before the content may be over the next time', (error, errorCode) => {
    expect(mailFailure(error, false)).toEqual({ kind: 'refused', errorCode, retryable: true });
  });

  it.each([
    [{ code: 'ETIMEDOUT' }, 'timeout'],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'connection_reset'],
    [{ code: 'ESOCKET', originalCode: 'EPIPE' }, 'connection_reset'],
    [{ code: 'ESOCKET', originalCode: 'ETIMEDOUT' }, 'timeout'],
    [{ code: 'ECONNECTION' }, 'no_response'],
    [{ code: 'EPROTOCOL' }, 'no_response'],
  ])('of %p after the content leaves it open what became of the mail', (error, errorCode) => {
    expect(mailFailure(error, true)).toEqual({ kind: 'unknown', errorCode });
  });
});

it.each([
  ['a mailbox that is refused after the content', { code: 'EMESSAGE', responseCode: 550, permanent: true }, false, true],
  ['a mailbox name that is refused after the content', { code: 'EMESSAGE', responseCode: 553, permanent: true }, false, true],
  ['a refused content', { code: 'EMESSAGE', responseCode: 554, permanent: true }, false, false],
  ['a server that is busy', { code: 'EMESSAGE', responseCode: 451, permanent: false }, true, false],
  ['a refused recipient', { code: 'EENVELOPE', responseCode: 553, permanent: true }, false, false],
  ['a refused envelope of a mail in UTF-8', { code: 'EENVELOPE', responseCode: 553, permanent: true }, true, true],
  ['a lost connection', { code: 'ESOCKET', originalCode: 'ECONNRESET' }, true, false],
])('the reply address may be the reason of %s', (_what, error, isUtf8, isPossible) => {
  expect(mayBeForReplyTo(error, isUtf8)).toBe(isPossible);
});
