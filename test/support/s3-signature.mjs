import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { URLSearchParams } from 'node:url';

const MAX_SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * The fault of the signature of a request, as the code of S3; undefined when it is right. Version 4, in the Authorization header:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
 */
export function signatureFault({ method, url, headers }, { accessKeyId, secretAccessKey }) {
  const [, id, scope, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const signed = names.split(';');
  const time = headers['x-amz-date'] ?? '';
  if (!(Math.abs(Date.now() - timeOf(time)) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  const isSigned = (name) => signed.includes(name);
  if (
    !isSigned('host') ||
    !Object.keys(headers)
      .filter((name) => name.startsWith('x-amz-'))
      .every(isSigned)
  )
    return 'AccessDenied';
  const [path, query = ''] = url.split('?');
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const request = [method, path, canonical(query), lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = scope.split('/').reduce(hmac, `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

const timeOf = (text) => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

/** The parameters of a query in the order and the encoding in which they are signed. */
const canonical = (query) =>
  [...new URLSearchParams(query)]
    .map((pair) => pair.map(encoded).join('='))
    .sort()
    .join('&');

const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
