// A smoke test of the built service on the Node that runs this script: starts it, looks at what it prints and serves, creates a key and a form,
// submits, reads back, and stops it; then looks at a first start in a terminal.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { builtFile, buildIfChanged } from './build-if-changed.mjs';
import { checkSpans, startCollector } from './smoke/faults.mjs';
import { checkDocument, checkFirstStart, checkMetrics, checkNames, checkSizes } from './smoke/looks.mjs';
import { startService } from './smoke/started-service.mjs';

const FIELDS = [{ name: 'email', type: 'string' }];

/** Each reads files of the build or of a package. */
const PAGES = (formId) => [
  '/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/openapi.json',
  '/llms.txt',
  '/embed.js',
  '/console',
  '/f/style.css',
  `/f/${formId}`,
];

await buildIfChanged();
const collector = await startCollector();
await checked({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } }, async (service) => {
  checkFirstStart(service.output, { hasLink: false });
  await useService(service);
  await checkDocument(service.baseUrl);
  await checkMetrics(service.baseUrl);
  await checkSizes(service.baseUrl);
  checkNames('The log', service.output);
  service.child.kill('SIGTERM');
  const [code] = await once(service.child, 'exit');
  expectEqual('the exit code after SIGTERM', code, 0);
  checkSpans(collector, 'POST /api/v1/forms/:id/submit');
});
collector.stop();
if (spawnSync('script', ['--version']).status === 0)
  await checked({ isInTerminal: true }, ({ output }) => checkFirstStart(output, { hasLink: true }));
else console.log('Skipped: a first start in a terminal, which needs the program "script".');
if (!process.exitCode) console.log(`The service works on Node ${process.versions.node}.`);

async function checked(options, check) {
  const service = await startService(options);
  try {
    await check(service);
  } catch (error) {
    console.error(`${service.output}\nThe service does not work on Node ${process.versions.node}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await service.end();
  }
}

async function useService(service) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [builtFile('cli.js'), 'keys', 'create', '--name', 'smoke', '--json'],
    service.options,
  );
  const authorization = `Bearer ${JSON.parse(stdout).key}`;
  const sent = { email: 'ada@example.com' };
  const form = await call(service, 'POST', '/v1/forms', 201, {
    headers: { authorization, 'idempotency-key': 'smoke' },
    body: { name: 'Smoke', validate_fields: true, notifications_enabled: false, fields: FIELDS },
  });
  await call(service, 'PATCH', `/v1/forms/${form.id}`, 200, {
    headers: { authorization, 'if-match': '*' },
    body: { status: 'enabled' },
  });
  await call(service, 'POST', `/api/v1/forms/${form.id}/submit`, 201, { body: sent });
  const submissions = await call(service, 'GET', `/v1/forms/${form.id}/submissions`, 200, {
    headers: { authorization },
  });
  for (const path of PAGES(form.id)) {
    const reply = await fetch(`${service.baseUrl}${path}`);
    await reply.arrayBuffer();
    expectEqual(`the status of ${path}`, reply.status, 200);
  }
  expectEqual('the submissions', JSON.stringify(submissions.map(({ fields }) => fields)), JSON.stringify([sent]));
}

async function call(service, method, path, status, { headers = {}, body } = {}) {
  const reply = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await reply.text();
  expectEqual(`the status of ${method} ${path}, which answers ${text},`, reply.status, status);
  return JSON.parse(text).data;
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what} should be ${expected} and is ${actual}.`);
}
