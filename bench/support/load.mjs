import autocannon from 'autocannon';

/**
 * Sends requests in a closed loop over kept-alive connections. Returns the accepted requests `perSecond`, and the latencies `p50` and `p99`
 * in milliseconds. Each connection sends the requests in an order of its own. Throws when a request is refused.
 */
export async function load(url, requests, { connections = 64, seconds = 5 } = {}) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    setupClient: (client) => client.setRequests(shuffled(requests)),
  });
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${url}: ${refused} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  const { p50, p99 } = result.latency;
  return { perSecond: result['2xx'] / result.duration, p50, p99 };
}

function shuffled(list) {
  return list
    .map((entry) => [Math.random(), entry])
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => entry);
}
