// An S3-compatible store on a free port, which is printed. Arguments: directory and bucket. Ends with its input.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';

const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({
  directory,
  address: '127.0.0.1',
  port: 0,
  silent: true,
  configureBuckets: [{ name: bucket }],
});

// S3 stores an object whole or not at all; s3rver would show it while it is written, and keep the bytes of a request that broke off.
server.store.putObject = async ({ bucket, key, metadata, content }) => {
  const path = server.store.getResourcePath(bucket, key, 'object');
  const [md5, draft] = [createHash('md5'), `${path}.draft`];
  await mkdir(dirname(path), { recursive: true });
  await pipeline(
    content,
    new PassThrough().on('data', (chunk) => md5.update(chunk)),
    createWriteStream(draft),
  );
  const { size } = await stat(draft);
  const digest = md5.digest('hex');
  await server.store.putMetadata(bucket, key, metadata, digest);
  await rename(draft, path);
  return { size, md5: digest };
};

// AbortMultipartUpload, which s3rver does not know.
server.middleware.unshift(async (ctx, next) => {
  const { uploadId } = ctx.query;
  if (ctx.method !== 'DELETE' || !/^[0-9a-f]+$/.test(uploadId)) return next();
  await rm(join(directory, bucket, '._S3rver_uploads', uploadId), { recursive: true, force: true });
  ctx.status = 204;
});

const { port } = await server.run();
console.log(port);
process.stdin.on('end', () => process.exit()).resume();
