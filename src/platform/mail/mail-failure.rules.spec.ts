import { mailFailure } from './mail-failure.rules';

describe('a reply about the mail', () => {
  it.each([
    ['a permanent one to a recipient', { code: 'EENVELOPE', responseCode: 550, permanent: true }, false],
    ['a temporary one to a recipient', { code: 'EENVELOPE', responseCode: 451, permanent: false }, true],
    ['one that blames the session', { code: 'EENVELOPE', responseCode: 503, permanent: false }, true],
    ['a permanent one to the content', { code: 'EMESSAGE', responseCode: 554, permanent: true }, false],
    ['a temporary one to the content', { code: 'EMESSAGE', responseCode: 452, permanent: false }, true],
    ['none, since the server takes no mail of that size', { code: 'EMESSAGE' }, false],
  ])('settles it: %s', (_what, error, retryable) => {
    const refused = { kind: 'refused', errorCode: 'rejected_recipient', retryable };
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
