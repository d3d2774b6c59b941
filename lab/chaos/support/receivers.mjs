import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';

/**
 * Receivers of webhooks, each on ports of its own since the service limits its requests to a host. They keep every receipt. `steady`
 * accepts at once, `troubled` is slow, answers 500 or resets the connection when it sees a message for the first time, `refusing`
 * answers 400, and `holding` accepts a repetition when it is told to. A repetition is always accepted: the service makes its third
 * attempt minutes later.
 */
export async function startReceivers(random, portsEach) {
  const receipts = [];
  const known = new Set();
  const connections = new WeakMap();
  const gate = openGate();
  const behaviours = {
    steady: accept,
    troubled: (...each) => trouble(random, ...each),
    refusing: refuse,
    holding: (...each) => hold(gate, ...each),
  };
  const ports = {};
  for (const [name, behave] of Object.entries(behaviours)) {
    ports[name] = [];
    for (let count = 0; count < portsEach; count += 1) {
      const server = createServer((request, response) => void receive(name, behave, request, response));
      server.keepAliveTimeout = 30_000;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      ports[name].push(server.address().port);
      atEnd(() => {
        server.close();
        server.closeAllConnections();
      });
    }
  }

  async function receive(name, behave, request, response) {
    const message = request.headers['webhook-id'] ?? '';
    const node = request.url.slice(1);
    const atMs = Date.now();
    const receipt = { receiver: name, message, key: '', submission: null, node, outcome: 'lost', atMs, endedAtMs: atMs };
    receipts.push(receipt);
    const number = (connections.get(request.socket) ?? 0) + 1;
    connections.set(request.socket, number);
    try {
      const { data } = JSON.parse(await textOf(request));
      Object.assign(receipt, { key: data.fields.key, submission: data.submission_id });
      const isFirst = !known.has(message);
      known.add(message);
      receipt.outcome = await behave(request, response, isFirst);
      // The service repeats a request that a kept-alive connection has lost, within the same attempt.
      if (receipt.outcome === 'reset' && number > 1) receipt.outcome = 'reset_reused';
    } catch {
      receipt.outcome = 'lost'; // the sender has ended
    }
    receipt.endedAtMs = Date.now();
  }
  return { ports, receipts, gate };
}

/** Repetitions wait at it from `close` to `open`. */
function openGate() {
  const gate = {
    waiting: 0,
    opened: Promise.resolve(),
    open: () => undefined,
    close: () => (gate.opened = new Promise((resolve) => (gate.open = resolve))),
  };
  atEnd(() => gate.open());
  return gate;
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Resolves when the answer was handed to the kernel, and rejects when the connection was closed before. */
async function answer(response, status) {
  response.statusCode = status;
  response.end();
  if (!response.writableFinished) await Promise.race([once(response, 'finish'), closed(response)]);
  return String(status);
}

async function closed(response) {
  await once(response, 'close');
  if (!response.writableFinished) throw new Error('The connection was closed.');
}

const accept = (_, response) => answer(response, 200);

async function hold(gate, request, response, isFirst) {
  if (!isFirst) {
    gate.waiting += 1;
    await gate.opened;
    gate.waiting -= 1;
  }
  return answer(response, 200);
}

const refuse = (_, response) => answer(response, 400);

async function trouble(random, request, response, isFirst) {
  const chance = random.next();
  if (isFirst && chance < 0.1) return answer(response, 500);
  if (isFirst && chance < 0.2) {
    request.socket.resetAndDestroy();
    return 'reset';
  }
  if (chance < 0.7) await pause(random.between(50, 600));
  return answer(response, 200);
}
