import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Client, createClient, type KeyCapabilities } from '../../src/index.js';
import { Fault, faultOf } from '../faults.js';
import type { Run, Terminal } from '../terminal.js';
import { readServiceDocument, type ServiceDocument } from './service-document.js';

export interface ConnectionOptions {
  url?: string;
  keyFile?: string;
}

/** A service and the rights of the key at it. */
export interface Service {
  /** Without a slash at the end; the name of the service in the lock file. */
  baseUrl: string;
  client: Client;
  capabilities: KeyCapabilities;
  /** The settings that this service has, which may be older or newer than this package. */
  document: ServiceDocument;
}

/** Adds the options of all commands that use the API. The key is never an argument, since others on the machine can read those. */
export const withConnection = (command: Command): Command =>
  command
    .option('--url <address>', 'the service, instead of FORM_COLLECTION_URL')
    .option('--key-file <file>', 'a file with the API key, instead of FORM_COLLECTION_KEY');

/** Asks the service for its settings and the rights of the key. Throws a `Fault` that says what is missing or wrong. */
export async function connect(options: ConnectionOptions, { terminal }: Run): Promise<Service> {
  const baseUrl = baseUrlOf(options, terminal);
  const apiKey = keyOf(options, terminal);
  const client = createClient({ baseUrl, apiKey });
  try {
    const [{ data: capabilities }, document] = await Promise.all([client.getCapabilities(), readServiceDocument(baseUrl)]);
    return { baseUrl, client, capabilities, document };
  } catch (error) {
    throw faultOf(error);
  }
}

export function baseUrlOf({ url }: ConnectionOptions, { env }: Terminal): string {
  const text = url ?? env['FORM_COLLECTION_URL'] ?? '';
  if (text === '') throw new Fault('Which service? Set FORM_COLLECTION_URL or give --url, such as https://forms.example.com.');
  if (!/^https?:\/\/[^\s?#@]+$/i.test(text)) throw new Fault('The address of the service must be like https://forms.example.com.');
  return new URL(text).href.replace(/\/+$/, '');
}

function keyOf({ keyFile }: ConnectionOptions, { env, cwd }: Terminal): string {
  const key = (keyFile === undefined ? (env['FORM_COLLECTION_KEY'] ?? '') : readKey(keyFile, cwd)).trim();
  if (key === '') throw new Fault('The API key is missing. Set FORM_COLLECTION_KEY or give --key-file.');
  if (!/^[!-~]+$/.test(key)) throw new Fault('The API key is malformed: it has characters that no key has.');
  return key;
}

function readKey(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new Fault(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** Throws a `Fault` that names the scopes that the key lacks. */
export function requireScopes({ capabilities }: Service, scopes: readonly string[]): void {
  const lacking = [...new Set(scopes)].filter((scope) => !(capabilities.scopes as string[]).includes(scope));
  if (lacking.length > 0)
    throw new Fault(`The key lacks ${lacking.join(', ')}. Use a key that has all of ${[...new Set(scopes)].join(', ')}.`);
}
