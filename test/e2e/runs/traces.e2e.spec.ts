import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { Receiver } from '../../support/receiver';
import { aRun, startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { aFanOut, aWebhook } from '../../support/workflows';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** A collector of traces by OTLP over HTTP. */
const spans: Span[] = [];
const collector: Server = createServer((request, response) => {
  void json(request).then((body) => {
    const { resourceSpans } = body as Export;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    collector.closeAllConnections();
    collector.close();
    return Promise.resolve();
  });
  const otelExporterOtlpEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  [app, receiver] = await Promise.all([startRunningApp({ otelExporterOtlpEndpoint }), Receiver.start()]);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

it('a submission, its run and its deliveries are one trace, whose id is that of the submission', async () => {
  const run = await aRun(app, aFanOut(aWebhook('hook', { url: receiver.url() })));
  await run.reach('succeeded');
  const traceId = run.submissionId!.replaceAll('-', '');
  const found = () => spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => found().filter((span) => span.name === name);
  await waitUntil(() => named('workflow run').length > 0);
  const root = named('POST /api/v1/forms/:id/submit')[0]!;
  const [lease, attempt] = [named('workflow run')[0]!, named('delivery attempt')[0]!];
  const steps = named('step');
  expect(root.parentSpanId).toBeUndefined();
  expect(named('group commit').map(({ parentSpanId }) => parentSpanId)).toEqual([root.spanId]);
  expect(lease.parentSpanId).toBe(root.spanId);
  expect(steps.map(({ parentSpanId }) => parentSpanId)).toEqual([lease.spanId, lease.spanId]);
  expect(steps.map(({ spanId }) => spanId)).toContain(attempt.parentSpanId);
});
