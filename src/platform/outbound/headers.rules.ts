/** The reasons why a header cannot be sent: it would break the framing of the request or become part of another header. */
export function wireHeaderErrors(name: string, value: string): string[] {
  const errors: string[] = [];
  if (!TOKEN.test(name)) errors.push('Use letters, digits and hyphens in the name of a header.');
  if (CONNECTION_HEADERS.has(name.toLowerCase())) errors.push('This header is set by the service.');
  if (CONTROL_CHARACTER.test(value)) errors.push('Leave control characters out of the value of a header.');
  if (name.length > MAX_NAME) errors.push(`Keep the name of a header to ${MAX_NAME} characters.`);
  if (Buffer.byteLength(value) > MAX_HEADER_VALUE) errors.push(`Keep a header to ${MAX_HEADER_VALUE} bytes.`);
  return errors;
}

/** Encodes UTF-8 as one character for each byte, which HTTP clients expect. RFC 9110, section 5.5, leaves the encoding open. */
export const wireHeaderValue = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

// RFC 9110: a field name is a token, and a field value has no control characters except the tab.
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const CONTROL_CHARACTER = /(?![\t\u0080-\u009f])\p{Cc}/u;
const MAX_NAME = 128;
export const MAX_HEADER_VALUE = 8192;

/** Headers of the connection and of the body's framing, which only the client sets (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
