import { certificateRemedyOf } from '../errors/certificate-remedies.rules';

/** One sentence or two for an operator whose Redis refuses the service, does not take writes, or cannot be reached. */
export function redisRemedyOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return certificateRemedyOf(error, 'REDIS_URL') ?? REMEDIES.find(([pattern]) => pattern.test(message))?.[1] ?? UNREACHABLE;
}

const UNREACHABLE = 'Start the Redis server that REDIS_URL names, and allow this machine to connect with that user and password.';
const SLOW = 'See why Redis is slow or stopped: a long script, a saturated machine or network, or CLIENT PAUSE.';

const REMEDIES: [RegExp, string][] = [
  [/\bOOM\b|maxmemory/, 'Raise maxmemory of Redis, or free its memory: it is full and takes no writes.'],
  [/\bREADONLY\b/, 'Let REDIS_URL lead to the master: this server is a replica, which only lets read.'],
  [
    /\b(NOAUTH|WRONGPASS)\b|without any password configured|invalid password/,
    'Set the user and the password in REDIS_URL to those of the server.',
  ],
  [
    /\bNOPERM\b|no permissions|ACL failure|can't (run|access)/,
    'Let the user of REDIS_URL run all commands on all keys, as in "acl setuser <user> ~* &* +@all".',
  ],
  [/\bMISCONF\b/, 'Mend the snapshots of Redis, whose log says why they fail; until then it takes no writes.'],
  [/\bNOREPLICAS\b/, 'Start the replicas that min-replicas-to-write asks for; until then Redis takes no writes.'],
  [/\bMASTERDOWN\b/, 'Start the master that this replica follows, or let REDIS_URL lead to another one.'],
  [/\bCLUSTERDOWN\b/, 'See "cluster info": some slots of the cluster have no server.'],
  [/\bLOADING\b/, 'Wait until Redis has loaded its data.'],
  [/\bMOVED\b|\bCROSSSLOT\b/, 'Begin REDIS_URL with redis+cluster:// or rediss+cluster://, since the server is a node of a cluster.'],
  [/max number of clients/, 'Raise maxclients of Redis, or end connections that nobody uses.'],
  [/timed out|timeout|did not answer|no answer|ETIMEDOUT/i, SLOW],
  [/unknown command/, 'Use Redis 6.2 or newer, without renamed commands.'],
];
