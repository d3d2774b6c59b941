import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunView } from '../../src/workflows/runs/api/run-view.dto';
import { atEnd } from '../support/at-end';
import { anEnabledForm, aSubmission } from '../support/forms';
import { EXPIRED_LOCALHOST_CERTIFICATE, LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../support/localhost-certificate';
import { listRuns } from '../support/runs';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { aFanOut, aVersion, aWebhook } from '../support/workflows';

let receiver: Server;
let service: ServiceProcess;
const received: IncomingHttpHeaders[] = [];

/** The service trusts both certificates: only the time makes a difference between them. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authorities-'));
  atEnd(() => rm(folder, { recursive: true }));
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, `${LOCALHOST_CERTIFICATE}\n${EXPIRED_LOCALHOST_CERTIFICATE}\n`);
  receiver = createServer({ key: LOCALHOST_KEY, cert: EXPIRED_LOCALHOST_CERTIFICATE }, (request, response) => {
    received.push(request.headers);
    response.end();
  });
  receiver.once('connection', (socket: Socket) => socket.once('close', renewCertificate));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  });
  service = await ServiceProcess.prepare({
    NODE_EXTRA_CA_CERTS: authorities,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  await service.start();
});

const renewCertificate = () => receiver.setSecureContext({ key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE });

describe('a receiver whose certificate has expired', () => {
  it('gets nothing (tls_error), and the delivery arrives at a later attempt, when the certificate is renewed', async () => {
    const form = await anEnabledForm(service.api);
    const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await aVersion(service.api, form, aFanOut(aWebhook('crm', { url })));
    await aSubmission(service.api, form);
    const [{ id } = { id: '' }] = await listRuns(service, form);
    const run = async () => (await service.api.get<RunView>(`/v1/forms/${form.id}/workflow-runs/${id}`)).body.data;
    await waitUntil(async () => (await run()).status === 'succeeded');
    expect((await run()).steps.find(({ node_id }) => node_id === 'crm')).toMatchObject({
      status: 'succeeded',
      attempts: [
        { status: 'failed', error_code: 'tls_error', http_status: null },
        { status: 'succeeded', error_code: null, http_status: 200 },
      ],
    });
    expect(received).toHaveLength(1);
  });
});
