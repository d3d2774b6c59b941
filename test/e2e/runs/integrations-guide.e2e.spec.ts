import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { SigningSecretView } from '../../../src/workflows/signing-secret-view.dto';
import type { WorkflowNode } from '../../../src/workflows/model/definition.types';
import type { TestApp } from '../../support/app';
import type { Reaction, Received, Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRunOf } from '../../support/runs';
import { aFanOut, workflowPath } from '../../support/workflows';

const GUIDE = readFileSync(join(__dirname, '../../../docs/integrations.md'), 'utf8');
/** The nodes and programs of the guide, by name. */
const SNIPPETS = new Map([...GUIDE.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name!, text!]));
const NODES = [...SNIPPETS.entries()].flatMap(([, text]) => (text.startsWith('{') ? [JSON.parse(text) as WorkflowNode] : []));
const urlOf = ({ config }: WorkflowNode): URL => new URL((config as { url: string }).url);

const SECRETS = { NOTION_TOKEN: 'ntn_1', AIRTABLE_TOKEN: 'pat_1.2', MAKE_KEY: 'make-key', N8N_TOKEN: 'n8n-token' };

/** Values that a template without escaping would break a body with. */
const NASTY = { name: 'Zoë "Z" \\ O’Neil 🙂', email: 'zoe@example.com', message: `Two\nlines,\t</script> {{ x }} ${'long '.repeat(2000)}` };
/** A visitor who has left out all but one field. */
const SPARSE = { email: 'ada@example.com' };

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

/** Sends these values by all nodes of the guide to receivers that take what their documentation says, and nothing else. */
async function send(fields: object) {
  const refusals: string[] = [];
  const requests = new Map<string, Received>();
  receiver.reacts((request) => {
    const [, id = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.path) ?? [];
    requests.set(id, request);
    const answer = RECEIVERS[id]!({ ...request, path }, JSON.parse(request.body) as Json);
    if (typeof answer === 'string') refusals.push(`${id}: ${answer}`);
    return typeof answer === 'string' ? { status: 400, body: answer } : answer;
  });
  const nodes = NODES.map((node) => {
    const { pathname, search } = urlOf(node);
    return { ...node, config: { ...node.config, url: receiver.url(`/${node.id}${pathname}${search}`) } };
  });
  const members = { fields: ['name', 'email', 'message'].map((name) => ({ name, label: name, type: 'string' })) };
  const form = await aPublishedForm(app, aFanOut(...nodes), members);
  const run = await aRunOf(app, form, fields);
  await run.reach('succeeded').catch((error: unknown) => {
    throw new Error(refusals.join('\n'), { cause: error });
  });
  return { form, requests };
}

it('everything that the guide shows is taken by what its receiver documents, with any values', async () => {
  expect(NODES.map(({ id }) => id).sort()).toEqual(Object.keys(RECEIVERS).sort());
  expect(NODES.map((node) => [node.id, urlOf(node).host]).filter(([id]) => id !== 'n8n')).toEqual(Object.entries(HOSTS));
  for (const [name, value] of Object.entries(SECRETS)) await app.app.get(AccountSecretsService).set(app.accountId, name, value);
  await send(SPARSE);
  const { form, requests } = await send(NASTY);

  const views = (await app.api.get<SigningSecretView[]>(`${workflowPath(form)}/signing-secrets`)).body.data;
  const secretOf = (id: string) => views.find(({ node_id }) => node_id === id)!.secret;
  const [zapier, n8n, make] = ['zapier', 'n8n', 'make'].map((id) => requests.get(id)!);
  expect(await asZapier(zapier!, secretOf('zapier'))).toEqual(NASTY);
  await expect(asZapier({ ...zapier!, body: '{}' }, secretOf('zapier'))).rejects.toThrow('does not come from the form');
  expect(await asN8n(n8n!, secretOf('n8n'))).toMatchObject([{ json: { data: { fields: NASTY } } }]);
  await expect(asN8n(n8n!, secretOf('zapier'))).rejects.toThrow('does not come from the form');
  expect(asMake(make!, secretOf('make'))).toBe(make!.headers['webhook-signature']);

  const { body } = await app.api.post<{ url: string }>(`/v1/forms/${form.id}/export-links`, { name: 'Sheet', expires_in: 3600 });
  const path = new URL(body.data.url).pathname;
  expect(path).toMatch(/\.csv$/);
  const sheet = await app.api.as(null).get(path, { headers: { 'user-agent': 'GoogleDocs' } });
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
});

type Json = Record<string, any>;
/** The answer of a receiver, or the reason of its refusal. */
type Take = (request: Received, body: Json) => Exclude<Reaction, string> | string;

const HOSTS = {
  telegram: 'api.telegram.org',
  teams: 'prod-00.westeurope.logic.azure.com',
  notion: 'api.notion.com',
  airtable: 'api.airtable.com',
  zapier: 'hooks.zapier.com',
  make: 'hook.eu2.make.com',
};

const only = (object: Json, ...names: string[]): boolean => Object.keys(object).every((name) => names.includes(name));
const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length >= 1 && value.length <= most;
const json = (status: number, body: object): Exclude<Reaction, string> => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const isRichText = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(({ text, ...others }: Json) => only(others) && typeof text.content === 'string' && text.content.length <= 2000);

const RECEIVERS: Record<string, Take> = {
  telegram: ({ method, path, headers }, body) => {
    if (method !== 'POST' || !/^\/bot\d+:[\w-]{30,}\/sendMessage$/.test(path)) return 'Not Found';
    if (headers['content-type'] !== 'application/json') return 'Bad Request: message text is empty';
    if (!only(body, 'chat_id', 'text', 'parse_mode', 'entities', 'link_preview_options', 'disable_notification'))
      return 'unknown parameter';
    if (!/^(-?\d+|@\w+)$/.test(String(body['chat_id']))) return 'Bad Request: chat not found';
    return isText(body['text'], 4096) ? json(200, { ok: true, result: { message_id: 1 } }) : 'Bad Request: message is too long';
  },
  teams: ({ method, path, headers, body: sent }, { type, attachments, ...others }) => {
    if (method !== 'POST' || !/\/paths\/invoke\?api-version=.*&sig=/.test(path)) return 'DirectApiAuthorizationRequired';
    if (headers['content-type'] !== 'application/json' || Buffer.byteLength(sent) > 28 * 1024) return 'RequestEntityTooLarge';
    if (!only(others) || type !== 'message' || attachments?.length !== 1) return 'no attachments';
    const [{ contentType, content }] = attachments;
    if (contentType !== 'application/vnd.microsoft.card.adaptive' || content.type !== 'AdaptiveCard') return 'no adaptive card';
    if (!/^1\.[0-5]$/.test(content.version) || !only(content, '$schema', 'type', 'version', 'body')) return 'unknown card';
    const blocks = content.body.every(({ type: block, text, inlines }: Json) =>
      block === 'TextBlock' ? isText(text, 5000) : block === 'RichTextBlock' && inlines.every((run: Json) => run['type'] === 'TextRun'),
    );
    return blocks ? { status: 202 } : 'unknown element';
  },
  notion: ({ method, path, headers }, { parent, properties, ...others }) => {
    if (method !== 'POST' || path !== '/v1/pages') return 'invalid_request_url';
    if (headers['authorization'] !== `Bearer ${SECRETS.NOTION_TOKEN}`) return 'unauthorized';
    if (headers['notion-version'] !== '2025-09-03') return 'missing_version';
    if (!only(others) || !only(parent, 'data_source_id') || !/^[0-9a-f-]{36}$/.test(parent.data_source_id))
      return 'validation_error: parent';
    const { Name: name, Message: message, 'E-mail': email, ...unknown } = properties;
    if (!only(unknown)) return 'validation_error: is not a property that exists';
    if (!isRichText(name.title) || !isRichText(message.rich_text)) return 'validation_error: rich text';
    return email.email === null || isText(email.email, 200) ? json(200, { object: 'page' }) : 'validation_error: email';
  },
  airtable: ({ method, path, headers }, { fields, typecast, ...others }) => {
    if (method !== 'POST' || !/^\/v0\/app\w{14}\/tbl\w{14}$/.test(path)) return 'NOT_FOUND';
    if (headers['authorization'] !== `Bearer ${SECRETS.AIRTABLE_TOKEN}`) return 'AUTHENTICATION_REQUIRED';
    if (headers['content-type'] !== 'application/json' || !only(others) || typeof typecast !== 'boolean') return 'INVALID_REQUEST_UNKNOWN';
    if (!only(fields, 'Name', 'E-mail', 'Message')) return 'UNKNOWN_FIELD_NAME';
    const isCell = (value: unknown) => value === null || isText(value, 100_000);
    return Object.values(fields).every(isCell) ? json(200, { id: 'rec1', fields }) : 'INVALID_VALUE_FOR_COLUMN';
  },
  zapier: ({ method, path, headers }, body) => {
    if (method !== 'POST' || !/^\/hooks\/catch\/\d+\/\w+\/$/.test(path)) return 'not found';
    const isFlat = headers['content-type'] === 'application/json' && Object.values(body).every((value) => typeof value === 'string');
    return isFlat ? json(200, { status: 'success' }) : 'not parsed';
  },
  make: ({ method, path, headers }) => {
    if (method !== 'POST' || !/^\/\w{32}$/.test(path)) return 'There is no scenario listening for this webhook.';
    return headers['x-make-apikey'] === SECRETS.MAKE_KEY ? { status: 200, body: 'Accepted' } : 'Unauthorized';
  },
  n8n: ({ method, path, headers }, body) => {
    if (method !== 'POST' || !path.startsWith('/webhook/')) return 'The requested webhook is not registered.';
    if (headers['x-token'] !== SECRETS.N8N_TOKEN) return 'Authorization data is wrong!';
    return body['data'].fields ? json(200, { message: 'Workflow was started' }) : 'no fields';
  },
};

type Program = (...values: unknown[]) => Promise<unknown>;
const AsyncFunction = async function () {}.constructor as new (...names: string[]) => Program;

const asZapier: (request: Received, secret: string) => Promise<unknown> = ({ body, headers }, secret) => {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  const program = new AsyncFunction('require', 'inputData', SNIPPETS.get('zapier-code')!);
  return program(createRequire(__filename), { body, id, timestamp, signature, secret });
};

function asN8n({ body, headers }: Received, secret: string): Promise<unknown> {
  const text = SNIPPETS.get('n8n-code')!.replace('whsec_…', secret);
  const helpers = { getBinaryDataBuffer: () => Promise.resolve(Buffer.from(body)) };
  const program = new AsyncFunction('require', '$input', text);
  return program.call({ helpers }, createRequire(__filename), { first: () => ({ json: { headers } }) });
}

/** The formula, whose function makes an HMAC with a key that is text, hex or base64. */
function asMake({ body, headers }: Received, secret: string): string {
  expect(SNIPPETS.get('make-formula')).toBe('v1,{{sha256(id.timestamp.value; "base64"; secret; "base64")}}\n');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  return `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64')}`;
}
