/** The reasons why a header cannot be sent: it would break the framing of the request or become a part of another header. */
export function wireHeaderFaults(name: string, value: string): string[] {
  const faults: string[] = [];
  if (!TOKEN.test(name)) faults.push('Use letters, digits and hyphens in the name of a header.');
  if (CONNECTION_HEADERS.has(name.toLowerCase())) faults.push('This header is set by the service.');
  if (!VISIBLE_TEXT.test(value)) faults.push('Use printable ASCII characters in the value of a header.');
  if (name.length > MAX_NAME) faults.push(`Keep the name of a header to ${MAX_NAME} characters.`);
  if (value.length > MAX_HEADER_VALUE) faults.push(`Keep the value of a header to ${MAX_HEADER_VALUE} characters.`);
  return faults;
}

// RFC 9110: a field name is a token. Its value could also hold bytes above ASCII, but those have no agreed meaning.
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VISIBLE_TEXT = /^[\t\x20-\x7e]*$/;
const MAX_NAME = 128;
/** The length limit of a value, in characters. */
export const MAX_HEADER_VALUE = 8192;

/** Headers of the connection and of the framing of the body, which only the client sets (RFC 9110, section 7.6.1). */
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
