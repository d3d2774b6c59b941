// Measures whether the time of a refusal tells which ids of keys exist: node lab/bench/key-timing.mjs [--samples <n>]. See README.md.
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { runProgram } from '../support/at-end.mjs';
import { prepareBuild, THIS_CHECKOUT } from './support/build.mjs';
import { argumentsOf } from '../support/arguments.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { welch } from './support/welch.mjs';

const { values } = argumentsOf('Usage: node lab/bench/key-timing.mjs [--samples <n>]', { samples: '5000' });
/** Of each kind. */
const SAMPLES = Number(values.samples);
/** Larger values of t show a difference that is not chance. */
const LIMIT = 4.5;
/** Fewer than the failed authentications that an address may have in a minute. */
const SAMPLES_OF_CONNECTION = 16;
const STORED = 1_000;
/** A busy machine hides in the slow half what the fast half shows. */
const CROPS = [0.5, 0.9];

/** Resolves with the exit code. */
async function measure() {
  const build = await prepareBuild(await startPostgres(), THIS_CHECKOUT, 'forms_bench');
  const ids = Array.from({ length: STORED }, () => randomText(12));
  await build.database.query(STORE, [ids]);
  const api = await build.startApi();
  const idOf = { stored: () => ids[randomInt(ids.length)], unknown: () => randomText(12) };
  const times = { stored: [], unknown: [] };
  await sample(api.url, idOf, { stored: [], unknown: [] }, Math.min(500, SAMPLES));
  await sample(api.url, idOf, times, SAMPLES);
  console.log(`${SAMPLES} refusals of stored ids and as many of unknown ones`);
  const results = CROPS.map((share) => ({ share, ...welch(times.stored, times.unknown, share) }));
  for (const { share, t, difference, kept } of results) {
    const head = `the fastest ${share * 100} % (${kept})`;
    console.log(`${head}: difference of the means ${difference.toFixed(1)} µs, Welch t ${t.toFixed(2)}`);
  }
  const isEqual = results.every(({ t }) => Math.abs(t) < LIMIT);
  console.log(`required: |t| below ${LIMIT}: ${isEqual ? 'met' : 'missed'}`);
  return isEqual ? 0 : 1;
}

/**
 * One request at a time, in pairs of one of each kind in a random order. The keys of a pair are made before it, since
 * making one takes time.
 */
async function sample(url, idOf, times, count) {
  let connection = null;
  let left = 0;
  for (let pair = 0; pair < count; pair += 1) {
    if (left < 2) {
      connection?.destroy();
      [connection, left] = [open(url), SAMPLES_OF_CONNECTION];
      await timeOf(connection, tokenOf(randomText(12))); // the first request of a connection takes longer
    }
    const tokens = { stored: tokenOf(idOf.stored()), unknown: tokenOf(idOf.unknown()) };
    for (const kind of randomInt(2) ? ['stored', 'unknown'] : ['unknown', 'stored']) {
      times[kind].push(await timeOf(connection, tokens[kind]));
      left -= 1;
    }
  }
  connection.destroy();
}

/** From an address of its own on the loopback network, since failed authentications are limited for each address. */
function open(url) {
  const { hostname: host, port } = new URL(url);
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
  return connect({ host, port: Number(port), localAddress, noDelay: true });
}

/** In microseconds. */
function timeOf(connection, token) {
  const startedAt = process.hrtime.bigint();
  connection.write(`GET /v1/capabilities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    connection.once('error', reject).once('data', (data) => {
      const time = Number(process.hrtime.bigint() - startedAt) / 1000;
      connection.removeAllListeners('error');
      if (data.toString('latin1', 0, 12) === 'HTTP/1.1 401') resolve(time);
      else reject(new Error(`The answer was ${data.toString('latin1', 0, 200)}`));
    });
  });
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomText = (length) => Array.from({ length }, () => BASE62[randomInt(62)]).join('');

/** A well-formed key with a random secret. */
function tokenOf(id) {
  const text = `fck_${id}${randomText(32)}`;
  let digits = '';
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits;
  return text + digits.padStart(6, '0');
}

/** Copies of the only key's secret with these ids. */
const STORE = `
  insert into api_key_secrets
  select (jsonb_populate_record(s, jsonb_build_object('lookup_id', new.id))).* from api_key_secrets s, unnest($1::text[]) as new (id)`;

await buildIfNeeded();
await runProgram(measure);
