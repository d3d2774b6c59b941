import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export async function autocannonLoad(url, requests, { connections, seconds }) {
  const entries = entriesOf(requests);
  const result = await autocannon({
    url,
    connections,
    duration: Math.ceil(seconds),
    requests: entries,
    setupClient: (client) => client.setRequests(shuffled(entries)),
  });
  return {
    accepted: result['2xx'],
    refused: result.non2xx + result.errors + result.timeouts,
    duration: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function entriesOf({ method, paths, headers, body, withKeys }) {
  const withKey = (request) => ({ ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } });
  return paths.map((path) => ({ method, path, headers, body, ...(withKeys && { setupRequest: withKey }) }));
}

/** Each connection sends the requests in an order of its own. */
function shuffled(list) {
  return list
    .map((entry) => [Math.random(), entry])
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => entry);
}
