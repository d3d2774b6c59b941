import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../test/support/at-end';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { makeProofKey } from '../platform/lifecycle/service-proof.rules';
import { ServiceProofs } from '../platform/lifecycle/service-proofs';
import { provenAddress } from './proven-address';

const proofKey = makeProofKey();
const proofs = new ServiceProofs(new SecretKeys('a secret of thirty-two characters'));
proofs.add(proofKey);

/** Starts a server on this machine. Resolves with its port and the requests that it has received. */
async function aServer(answer: RequestListener, host = '127.0.0.1', port = 0) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(port, host);
  atEnd(() => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, requests };
}

const genuine: RequestListener = ({ url, socket }, response) =>
  void response.end(JSON.stringify({ proofs: proofs.answer(new URL(url!, 'http://x').searchParams.get('challenge'), socket) }));

const find = async (port: number, baseUrl = `http://localhost:${port}`) => {
  const unproven: string[] = [];
  return { address: await provenAddress({ baseUrl, port, proofKeys: [proofKey] }, unproven), unproven };
};

describe('the address of a service', () => {
  it('is a literal of this machine where the service proves that it is that one', async () => {
    const { port, requests } = await aServer(genuine);
    expect(await find(port)).toEqual({ address: `http://127.0.0.1:${port}`, unproven: [] });
    expect(requests.map(({ method, url }) => [method, url!.replace(/=.*/, '')])).toEqual([['GET', '/healthz?challenge']]);
    expect(await find(port, 'https://forms.example.com')).toMatchObject({ address: `http://127.0.0.1:${port}` });
  });

  it('is that in the settings where it is not at its port, also below a path and behind a redirect of the proof', async () => {
    const { port } = await aServer(genuine);
    expect(await find(1, `http://localhost:${port}/under`)).toMatchObject({ address: `http://127.0.0.1:${port}/under` });
    const redirecting = await aServer(
      (_, response) => void response.writeHead(307, { Location: `http://127.0.0.1:${port}/healthz` }).end(),
    );
    expect(await find(redirecting.port)).toMatchObject({ address: null });
  });

  it.each<[string, RequestListener]>([
    ['the answer of a health check', (_, response) => void response.end('{"status":"ok"}')],
    ['no JSON', (_, response) => void response.end('hello')],
    ['proofs that are made up', (_, response) => void response.end('{"proofs":[null,{},"x"]}')],
    ['an answer without an end', (_, response) => void setInterval(() => response.write('x'.repeat(100_000)), 1).unref()],
  ])('is not where somebody else answers with %s', async (_, answer) => {
    const { port, requests } = await aServer(answer);
    expect(await find(port)).toEqual({ address: null, unproven: [`http://127.0.0.1:${port}`] });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('is not where a program hands the challenge on to the service, at another port or another address of this machine', async () => {
    const service = await aServer(genuine);
    const handOn: RequestListener = ({ url }, response) =>
      void fetch(`http://127.0.0.1:${service.port}${url}`).then(async (answer) => response.end(await answer.text()));
    const impostor = await aServer(handOn);
    expect(await find(impostor.port)).toMatchObject({ address: null });
    const sameport = await aServer(handOn, '127.0.0.2', service.port);
    expect(await find(1, `http://127.0.0.2:${sameport.port}`)).toMatchObject({ address: null });
    expect(service.requests).toHaveLength(2);
  });
});
