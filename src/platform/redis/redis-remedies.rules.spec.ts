import { redisRemedyOf } from './redis-remedies.rules';

it.each([
  ["OOM command not allowed when used memory > 'maxmemory'.", 'Raise maxmemory'],
  ["READONLY You can't write against a read only replica.", 'lead to the master'],
  ['NOAUTH Authentication required.', 'the user and the password'],
  ['WRONGPASS invalid username-password pair or user is disabled.', 'the user and the password'],
  ["NOPERM User worker has no permissions to run the 'evalsha' command", 'all commands'],
  ["ERR The user executing the script can't run this command or subcommand script", 'all commands'],
  ["ERR ACL failure in script: User default has no permissions to run the 'set' command", 'all commands'],
  ['MISCONF Redis is configured to save RDB snapshots, but it is unable to persist to disk.', 'snapshots'],
  ['NOREPLICAS Not enough good replicas to write.', 'min-replicas-to-write'],
  ['CLUSTERDOWN Hash slot not served', 'cluster info'],
  ['LOADING Redis is loading the dataset in memory', 'Wait until'],
  ['MOVED 1539 127.0.0.1:7002', 'redis+cluster://'],
  ['ERR max number of clients reached', 'maxclients'],
  ['Command timed out', 'slow or stopped'],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'Start the Redis server'],
  ['self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
])('%s: the remedy is to %s', (message, remedy) => {
  expect(redisRemedyOf(new Error(message))).toContain(remedy);
});
