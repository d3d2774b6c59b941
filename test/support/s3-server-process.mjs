// A small S3 store on a free port, which is printed, for tests where no other store is there: the nine calls of the service, with the checks
// of S3. Arguments: directory, bucket, and the two parts of the key. Ends with its input.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { signatureFault } from './s3-signature.mjs';

const [directory, bucket, accessKeyId, secretAccessKey] = process.argv.slice(2);
const MIN_PART = 5 * 1024 * 1024;
const PAGE = 1_000;

/** The file, size, ETag and time of each object by its key. */
const objects = new Map();
/** The parts of each upload by its id and their numbers. */
const uploads = new Map();

const CALLS = [
  { method: 'GET', isBucket: true, call: list },
  { method: 'POST', parameter: 'uploads', call: startUpload },
  { method: 'POST', parameter: 'uploadId', call: completeUpload },
  { method: 'PUT', parameter: 'partNumber', call: putPart },
  { method: 'DELETE', parameter: 'uploadId', call: abortUpload },
  { method: 'PUT', call: putObject },
  { method: 'GET', call: getObject },
  { method: 'HEAD', call: getObject },
  { method: 'DELETE', call: deleteObject },
];

async function handle(request, response) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://store');
  const [, name, ...rest] = pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  refuse(signatureFault(request, { accessKeyId, secretAccessKey }), 403);
  if (name !== bucket) refuse('NoSuchBucket', 404);
  const found = CALLS.find(
    ({ method, parameter, isBucket = false }) =>
      method === request.method && isBucket === (key === '') && (parameter === undefined || query.has(parameter)),
  );
  if (!found) refuse('NotImplemented', 501);
  await found.call({ request, response, key, query });
}

function refuse(code, status) {
  if (code !== undefined) throw Object.assign(new Error(code), { code, status });
}

/** An object is there whole or not at all. */
async function putObject({ request, response, key }) {
  const object = await receive(request);
  await forget(key);
  objects.set(key, object);
  response.setHeader('etag', object.etag).end();
}

/** Keeps a body, and checks its length and digests. */
async function receive(request) {
  const { 'content-length': length, 'content-md5': md5, 'x-amz-content-sha256': sha256 } = request.headers;
  if (length === undefined) refuse('MissingContentLength', 411);
  if (!/^(?:UNSIGNED-PAYLOAD|[0-9a-f]{64})$/.test(sha256)) refuse('NotImplemented', 501);
  const file = join(directory, randomUUID());
  const digests = ['md5', 'sha256'].map((name) => createHash(name));
  let size = 0;
  const measure = async function* (source) {
    for await (const chunk of source) {
      size += chunk.length;
      for (const digest of digests) digest.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(request, measure, createWriteStream(file));
    const [ownMd5, ownSha256] = digests.map((digest) => digest.digest());
    if (size !== Number(length)) refuse('IncompleteBody', 400);
    if (md5 !== undefined && md5 !== ownMd5.toString('base64')) refuse('BadDigest', 400);
    if (sha256 !== 'UNSIGNED-PAYLOAD' && sha256 !== ownSha256.toString('hex')) refuse('XAmzContentSHA256Mismatch', 400);
    return { file, size, etag: `"${ownMd5.toString('hex')}"`, modifiedAt: new Date() };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function getObject({ request, response, key }) {
  if (!objects.has(key)) refuse('NoSuchKey', 404);
  const { file, size, etag, modifiedAt } = objects.get(key);
  response.writeHead(200, { etag, 'content-length': size, 'last-modified': modifiedAt.toUTCString() });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file), response);
}

async function deleteObject({ response, key }) {
  await forget(key);
  response.writeHead(204).end();
}

async function forget(key) {
  const object = objects.get(key);
  objects.delete(key);
  if (object) await rm(object.file);
}

function list({ response, query }) {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, PAGE);
  const entries = page.map((key) => {
    const { size, etag, modifiedAt } = objects.get(key);
    const time = modifiedAt.toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>${etag}</ETag><Size>${size}</Size></Contents>`;
  });
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const head = `<Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${keys.length > PAGE}</IsTruncated>`;
  answer(response, 200, `<ListBucketResult>${head}${next}${entries.join('')}</ListBucketResult>`);
}

function startUpload({ response, key }) {
  const id = randomUUID();
  uploads.set(id, { key, parts: new Map() });
  const names = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
  answer(response, 200, `<InitiateMultipartUploadResult>${names}</InitiateMultipartUploadResult>`);
}

function uploadOf({ key, query }) {
  const upload = uploads.get(query.get('uploadId'));
  if (upload?.key !== key) refuse('NoSuchUpload', 404);
  return upload;
}

async function putPart({ request, response, key, query }) {
  const { parts } = uploadOf({ key, query });
  const part = await receive(request);
  parts.set(Number(query.get('partNumber')), part);
  response.setHeader('etag', part.etag).end();
}

async function completeUpload({ request, response, key, query }) {
  const { parts } = uploadOf({ key, query });
  const named = [...(await text(request)).matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1].replaceAll('&quot;', '"'),
  }));
  if (named.length === 0) refuse('MalformedXML', 400);
  if (named.some(({ number, etag }) => parts.get(number)?.etag !== etag)) refuse('InvalidPart', 400);
  if (named.some(({ number }, index) => index > 0 && number <= named[index - 1].number)) refuse('InvalidPartOrder', 400);
  const chosen = named.map(({ number }) => parts.get(number));
  if (chosen.slice(0, -1).some(({ size }) => size < MIN_PART)) refuse('EntityTooSmall', 400);
  const file = join(directory, randomUUID());
  for (const part of chosen) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }));
  const digests = Buffer.concat(chosen.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex')));
  const etag = `"${createHash('md5').update(digests).digest('hex')}-${chosen.length}"`;
  await forget(key);
  objects.set(key, { file, size: chosen.reduce((sum, { size }) => sum + size, 0), etag, modifiedAt: new Date() });
  await removeParts(query.get('uploadId'));
  const names = `<Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${etag}</ETag>`;
  answer(response, 200, `<CompleteMultipartUploadResult>${names}</CompleteMultipartUploadResult>`);
}

async function abortUpload({ response, key, query }) {
  uploadOf({ key, query });
  await removeParts(query.get('uploadId'));
  response.writeHead(204).end();
}

async function removeParts(id) {
  const { parts } = uploads.get(id);
  uploads.delete(id);
  for (const { file } of parts.values()) await rm(file);
}

function answer(response, status, xml) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

/** A refused body is read to its end, so that the client sees the answer. */
const server = createServer((request, response) => {
  handle(request, response).catch(({ code, status = 500, message }) => {
    if (request.destroyed || response.headersSent) return response.destroy();
    request.resume();
    answer(response, status, `<Error><Code>${status === 500 ? 'InternalError' : code}</Code><Message>${message}</Message></Error>`);
  });
});
await mkdir(directory, { recursive: true });
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
