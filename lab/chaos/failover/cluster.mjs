import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { atEnd } from '../../support/at-end.mjs';
import { replaced } from '../../support/balancer.mjs';
import { portToKeep } from '../../support/ports.mjs';
import { launch } from '../../support/processes.mjs';
import { accepts } from '../../support/redis.mjs';
import { startProxy } from '../support/proxy.mjs';
import { postgresFolder } from './programs.mjs';

const { userForNewCluster } = createRequire(import.meta.url)(builtFile('embedded-postgres/os-user.js'));
const DEPLOY = fileURLToPath(new URL('../../../deploy/patroni/', import.meta.url));
const NAMES = ['node1', 'node2', 'node3'];
const PASSWORD = randomBytes(16).toString('hex');

/**
 * Three nodes with the configuration of `deploy/patroni`, in which only addresses, paths, passwords and the pace are replaced, with etcd
 * and HAProxy. Whatever leads to a node or from it to etcd passes through proxies of its own, so that it can be cut off.
 */
export async function startCluster(folder) {
  const user = (await userForNewCluster()) ?? { uid: process.getuid(), gid: process.getgid() };
  const etcdPort = await startEtcd(folder);
  const nodes = [];
  for (const name of NAMES) nodes.push(await prepareNode(folder, name, etcdPort, user));
  for (const node of nodes) node.start();
  const port = await startHaproxy(folder, nodes);
  return { nodes, port, password: PASSWORD };
}

async function startEtcd(folder) {
  const [port, peerPort] = [await portToKeep(), await portToKeep()];
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const addresses = ['--listen-client-urls', url, '--advertise-client-urls', url, '--listen-peer-urls', peerUrl];
  const cluster = ['--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`];
  launch('etcd', ['--data-dir', join(folder, 'etcd'), ...addresses, ...cluster, '--log-level', 'error', '--enable-v2'], {});
  while (!(await accepts(port))) await pause(20);
  return port;
}

async function startHaproxy(folder, nodes) {
  const port = await portToKeep();
  const replacements = { '127.0.0.1:5000': `127.0.0.1:${port}` };
  for (const [index, { links }] of nodes.entries())
    replacements[`10.0.0.${index + 1}:5432 check port 8008`] = `127.0.0.1:${links.pg.port} check port ${links.rest.port}`;
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, replaced(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'), replacements));
  launch('haproxy', ['-db', '-f', file], { PATH: `${process.env.PATH}:/usr/sbin` });
  return port;
}

async function prepareNode(folder, name, etcdPort, user) {
  const home = join(folder, name);
  mkdirSync(home);
  chownSync(home, user.uid, user.gid);
  const [port, restPort] = [await portToKeep(), await portToKeep()];
  const links = { pg: await startProxy(port), rest: await startProxy(restPort), etcd: await startProxy(etcdPort) };
  const file = join(folder, `${name}.yml`);
  writeFileSync(file, configurationOf(name, { home, port, restPort, links }));
  const log = openSync(join(folder, `${name}.log`), 'a');
  const node = {
    name,
    port,
    restPort,
    password: PASSWORD,
    links,
    child: null,
    start() {
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
      node.child = spawn('patroni', [file], { ...user, env, cwd: home, stdio: ['ignore', log, log], detached: true });
      node.child.on('error', () => undefined); // it is waited for in vain, and its log says why
    },
    /** The process id of the server, or null. */
    postmaster: () => postmasterIn(join(home, 'data')),
    /** All processes of the node; those that start others are the first. */
    pids: () => {
      const postmaster = node.postmaster();
      return [node.child.pid, ...(postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)])];
    },
    signal: (signal) => node.pids().forEach((pid) => send(pid, signal)),
  };
  atEnd(async () => {
    node.signal('SIGKILL');
    if (node.child && node.child.exitCode === null && node.child.signalCode === null) await once(node.child, 'exit');
    node.signal('SIGKILL'); // a server that was being started meanwhile
  });
  return node;
}

/** Everything happens faster than in production, in the same proportions. */
function configurationOf(name, { home, port, restPort, links }) {
  const number = name.at(-1);
  return replaced(readFileSync(join(DEPLOY, `${name}.yml`), 'utf8'), {
    'hosts: 10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379': `hosts: 127.0.0.1:${links.etcd.port}\n  use_proxies: true`,
    'listen: 0.0.0.0:8008': `listen: 127.0.0.1:${restPort}`,
    [`connect_address: 10.0.0.${number}:8008`]: `connect_address: 127.0.0.1:${links.rest.port}`,
    'listen: 0.0.0.0:5432': `listen: 127.0.0.1:${port}`,
    [`connect_address: 10.0.0.${number}:5432`]: `connect_address: 127.0.0.1:${links.pg.port}`,
    '10.0.0.0/24': '127.0.0.0/8',
    '/var/lib/postgresql/15/forms': join(home, 'data'),
    '/usr/lib/postgresql/15/bin': postgresFolder(),
    '/var/lib/postgresql/patroni.pgpass': join(home, 'pgpass'),
    "archive_mode: 'on'": "archive_mode: 'off'",
    '<password>': PASSWORD,
    'ttl: 30': 'ttl: 10',
    'loop_wait: 10': 'loop_wait: 1',
    'retry_timeout: 10': 'retry_timeout: 3',
    'mode: automatic': "mode: 'off'",
  });
}

function postmasterIn(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : null;
  } catch {
    return null;
  }
}

function childrenOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text ? text.split(' ').map(Number) : [];
  } catch {
    return [];
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended meanwhile
  }
}
