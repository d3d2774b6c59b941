// Builds the image, brings up what docker-compose.yml describes with Podman or Docker, uses it, disturbs it and stops it:
// node lab/containers/smoke.mjs. See lab/containers/README.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { optionsOf } from '../support/arguments.mjs';
import { runProgram } from '../support/at-end.mjs';
import { clientOf } from '../support/client.mjs';
import { portToKeep } from '../support/ports.mjs';
import { NO_LIMITS } from '../support/service-settings.mjs';
import { foreignImages, readCompose } from './support/compose.mjs';
import { disturb } from './support/disturb.mjs';
import { buildImage, findEngine } from './support/engine.mjs';
import { createInstallation } from './support/installation.mjs';
import { use } from './support/use.mjs';
import { expectEqual } from './support/visitors.mjs';

const BASE_IMAGE = /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8'))[1];
const options = optionsOf('containers/smoke', {
  'if-present': [false, 'is skipped unless all images are there already and the engine can start a container; pulls none'],
  'as-built': [false, 'takes the image as it was built before'],
});
/** The names of the images in this engine by those in the files. */
const nameOfImage = new Map();
const beganMs = performance.now();
const say = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(0).padStart(4)} s  ${text}`);

process.chdir(new URL('../..', import.meta.url).pathname);
await runProgram(async () => {
  const engine = await findEngine();
  const missing = engine ? await missingImage(engine) : 'neither Podman nor Docker answers';
  if (missing) console.log(`Skipped node lab/containers/smoke.mjs: ${missing}.`);
  else await smoke(engine);
  return 0;
});

/** The reason why it cannot run; undefined when every image is there or has been pulled. */
async function missingImage(engine) {
  for (const image of [BASE_IMAGE, ...foreignImages(readCompose('docker-compose.yml', {}))]) {
    const name = await nameOf(engine, image);
    if (name === null) return `the image ${image} ${options['if-present'] ? 'is not there' : 'cannot be pulled'}`;
    nameOfImage.set(image, name);
  }
  if (options['if-present'] && !(await engine.succeeds('run', '--rm', nameOfImage.get(BASE_IMAGE), 'true')))
    return `${engine.name} cannot start a container with a network`;
}

/** The name by which the engine has an image: with its digest, or else, for one that was made or loaded on this machine, the tag alone. */
async function nameOf(engine, image) {
  if (await engine.has(image)) return image;
  if (!options['if-present'] && (await engine.succeeds('pull', '--quiet', image))) return image;
  const [tag] = image.split('@');
  return (await engine.has(tag)) ? tag : null;
}

async function smoke(engine) {
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const [port, mailPort] = [await portToKeep(), await portToKeep()];
  const variables = { REVISION: revision, PORT: String(port) };
  const { image } = await theImage(engine, readCompose('docker-compose.yml', variables), revision);
  variables.BOOTSTRAP_API_KEY = await engine.call('run', '--rm', image, 'node', 'dist/cli.js', 'keys', 'generate');
  const compose = readCompose('docker-compose.yml', variables);
  for (const each of compose.services.values()) each.image = nameOfImage.get(each.image) ?? each.image;
  compose.services.get('mail').ports = [`127.0.0.1:${mailPort}:8025`];

  const store = await engine.imageOf(compose.services.get('store').image);
  const more = store.Entrypoint?.[0] === 'node' ? settingsOfS3rver : () => ({});
  const installation = await createInstallation(engine, compose, (allOf) => ({ ...NO_LIMITS, ...more(allOf) }));
  await installation.start();
  say('All containers are up, in the order of their conditions.');

  for (const container of ['api', 'worker'].flatMap(installation.allOf)) await isConfined(installation, container);
  say('API processes and workers run as "node", without capabilities, on a root that is read-only.');

  const base = `http://127.0.0.1:${port}`;
  const client = clientOf(base, variables.BOOTSTRAP_API_KEY);
  const trial = { installation, base, client, mailBase: `http://127.0.0.1:${mailPort}` };
  await use(trial, say);
  await disturb(trial, say);
  await installation.exec(installation.allOf('api')[0], 'npm', 'run', '--silent', 'cli', '--', 'verify');
  say('"npm run cli -- verify" in a container finds nothing broken.');
  await stopAll(installation);
}

async function theImage(engine, { services }, revision) {
  const service = services.get('api');
  if (options['as-built']) return service;
  await buildImage(engine, service, { NODE_IMAGE: nameOfImage.get(BASE_IMAGE) });
  const { Labels } = await engine.imageOf(service.image);
  expectEqual('the revision in the labels', Labels['org.opencontainers.image.revision'], revision);
  say('The image is built.');
  return service;
}

/** s3rver in the place of SeaweedFS has keys of its own, and takes the name of a host for that of a bucket. */
function settingsOfS3rver(allOf) {
  const endpoint = allOf('store').map(({ address }) => ({ S3_ENDPOINT: `http://${address}:9000` }))[0];
  return { ...endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
}

async function isConfined({ exec }, container) {
  const status = await exec(container, 'cat', '/proc/1/status');
  const valueOf = (name) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)[1];
  expectEqual(`the user in ${container.name}`, valueOf('Uid'), '1000');
  for (const name of ['CapEff', 'CapPrm', 'CapBnd']) expectEqual(`${name} in ${container.name}`, valueOf(name), '0'.repeat(16));
  expectEqual(`NoNewPrivs in ${container.name}`, valueOf('NoNewPrivs'), '1');
  const mounts = await exec(container, 'cat', '/proc/mounts');
  expectEqual(`the root of ${container.name}`, /^\S+ \/ \S+ (\w+)/m.exec(mounts)[1], 'ro');
}

/** Stops the containers with images of the project or of long known ones; the store and the mail catcher hold nothing that matters. */
async function stopAll({ allOf, stop }) {
  for (const container of ['proxy', 'api', 'worker', 'redis', 'postgres'].flatMap(allOf))
    expectEqual(`the exit code of ${container.name}`, await stop(container), 0);
  say('Every container has stopped within its grace, with exit code 0.');
}
