import type { Command } from 'commander';
import { idOf, isUuid } from '../../../src/platform/ids.rules.js';
import { newSigningSecret, signatureHeaders } from '../../../src/platform/outbound/webhook-signature.js';
import type { ChangedSubmission } from '../../src/index.js';
import { Fault, faultOf } from '../faults.js';
import { LockFile } from '../lock-file.js';
import { plain } from '../plain.js';
import { connect, type ConnectionOptions, requireScopes, type Service, withConnection } from '../service/connection.js';
import { JSON_OPTION, type PrintOptions, type Run } from '../terminal.js';
import { type LocalAddress, localAddressOf, post } from './local-address.js';
import { endOfFeed, type FeedPlace, newSubmissions } from './new-submissions.js';
import { eventBody } from './submission-event.js';

interface ListenOptions extends ConnectionOptions, PrintOptions {
  to: string;
  since: string;
}

interface Listener {
  service: Service;
  form: { id: string; name: string };
  to: LocalAddress;
  secret: string;
  /** Aborts when the user ends the command. */
  signal: AbortSignal;
  tell: (document: object, line: string) => void;
}

export function addListenCommand(program: Command, run: Run): void {
  const command = program
    .command('listen')
    .argument('<form>', 'the id of a form, or the name of its file in forms')
    .description('Posts each new submission of a form to a program on this machine, as a signed webhook, until it is ended.')
    .requiredOption('--to <address>', 'an address on this machine, such as http://localhost:8787/hook')
    .option('--since <cursor>', 'what has changed since this cursor, which an earlier run has printed', 'now')
    .option(JSON_OPTION[0], 'print one JSON document in each line');
  withConnection(command).action((word: string, options: ListenOptions) => listen(word, options, run));
}

async function listen(word: string, options: ListenOptions, run: Run): Promise<void> {
  const to = await localAddressOf(options.to);
  const service = await connect(options, run);
  requireScopes(service, ['submissions:read']);
  const form = await formOf(word, service, run);
  const { signal, end } = signalOfUser();
  const tell = (document: object, line: string) => run.terminal.stdout.write(`${options.json ? JSON.stringify(document) : line}\n`);
  try {
    await carryAll({ service, form, to, secret: newSigningSecret(), signal, tell }, options.since);
  } catch (error) {
    if (!signal.aborted) throw faultOf(error);
  } finally {
    end();
  }
}

/** Aborts when the process is asked to end. */
function signalOfUser(): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.on('SIGINT', abort).on('SIGTERM', abort);
  return { signal: controller.signal, end: () => void process.off('SIGINT', abort).off('SIGTERM', abort) };
}

async function formOf(word: string, service: Service, { terminal }: Run): Promise<{ id: string; name: string }> {
  const { baseUrl, client } = service;
  const id = isUuid(idOf(word)) ? idOf(word) : LockFile.besides('forms/any', terminal).formsAt(baseUrl).get(word);
  if (id === undefined) throw new Fault(`forms/forms.lock.yaml has no form "${word}" of ${baseUrl}. Give the id of the form.`);
  try {
    const { data } = await client.getFormLabels({ path: { form: id } });
    return { id: data.id, name: data.name };
  } catch (error) {
    throw faultOf(error);
  }
}

async function carryAll(listener: Listener, since: string): Promise<void> {
  const { service, form, to, secret, signal, tell } = listener;
  const place: FeedPlace = since === 'now' ? await endOfFeed(service.client, form.id, signal) : { cursor: since, latest: '' };
  tell(
    { form_id: form.id, to: to.url.href, secret },
    `Each new submission of "${plain(form.name)}" goes to ${to.url.href} once, signed with ${secret}. End with Ctrl+C.`,
  );
  try {
    for await (const submission of newSubmissions(service.client, form.id, place, signal)) await carry(listener, submission);
  } finally {
    tell({ cursor: place.cursor }, `Ended. To go on from here: --since ${place.cursor}`);
  }
}

/** Posts a submission once. What the receiver does with it ends nothing. */
async function carry({ service, form, to, secret, signal, tell }: Listener, submission: ChangedSubmission): Promise<void> {
  const { id } = submission;
  const body = await eventBody(service.client, form, submission, signal);
  const sentAt = new Date();
  const time = sentAt.toISOString();
  try {
    const status = await post(to, body, signatureHeaders({ id, sentAt, body }, [secret]), signal);
    tell({ time, submission_id: id, status }, `${time} ${id} ${status}${status >= 300 ? ' (refused; not sent again)' : ''}`);
  } catch (cause) {
    if (signal.aborted) throw cause;
    const { code, name } = cause as NodeJS.ErrnoException;
    const error = code ?? name;
    tell({ time, submission_id: id, error }, `${time} ${id} not received (${error}; not sent again)`);
  }
}
