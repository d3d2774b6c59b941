import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Document, isMap, parseDocument } from 'yaml';
import { isUuid } from '../../src/platform/ids.rules.js';
import { LOCK_NAME } from './definition/definition-file.js';
import { Fault } from './faults.js';
import { replaceFile } from './replace-file.js';
import type { Terminal } from './terminal.js';

const ACCOUNT = 'account';
/** The entry of a form whose creation has begun: the idempotency key of the request, which its repetition sends again. */
const PENDING = /^creating ([0-9a-f-]{36})$/;

export type LockEntry = { formId: string } | { creatingKey: string };

/**
 * The file that says which form of which service a definition is: `<address of the service>: {account: <id>, <name of the file>: <id of the
 * form>}`. It lies beside the definitions, is committed with them, and holds nothing secret.
 */
export class LockFile {
  private constructor(
    readonly path: string,
    private readonly place: string,
    private readonly document: Document,
  ) {}

  /** The lock of the definitions in the folder of a file. Throws a `Fault` when it cannot be understood. */
  static besides(definitionPath: string, { cwd }: Terminal): LockFile {
    const place = join(dirname(resolve(cwd, definitionPath)), LOCK_NAME);
    const path = relative(cwd, place);
    const document = existsSync(place) ? parseDocument(readFileSync(place, 'utf8')) : new Document({});
    const [error] = document.errors;
    if (error) throw new Fault(`${path} cannot be understood: ${error.message}`);
    if (document.contents === null) return new LockFile(path, place, new Document({}));
    if (!isMap(document.contents)) throw new Fault(`${path} cannot be understood: it must have the addresses of services as members.`);
    return new LockFile(path, place, document);
  }

  /** The id of the account at a service; null before the first form. */
  accountAt(baseUrl: string): string | null {
    const account = this.document.getIn([baseUrl, ACCOUNT]);
    return typeof account === 'string' ? account : null;
  }

  entryOf(baseUrl: string, name: string): LockEntry | null {
    this.refuseReserved(name);
    const entry = this.document.getIn([baseUrl, name]);
    if (entry === undefined || entry === null) return null;
    const text = typeof entry === 'string' ? entry : '';
    const [, creatingKey] = PENDING.exec(text) ?? [];
    if (creatingKey) return { creatingKey };
    if (isUuid(text)) return { formId: text };
    throw new Fault(`${this.path}: the entry "${name}" of ${baseUrl} is no id of a form.`);
  }

  /** The names and forms of a service, without those whose creation has not ended. */
  formsAt(baseUrl: string): Map<string, string> {
    const entries = Object.entries((this.document.toJS() as Record<string, Record<string, unknown>>)[baseUrl] ?? {});
    return new Map(entries.flatMap(([name, id]) => (name !== ACCOUNT && isUuid(String(id)) ? [[name, String(id)] as const] : [])));
  }

  /** Writes an entry. Throws the error of the file system where the file cannot be kept. */
  keep(baseUrl: string, account: string, name: string, entry: LockEntry): void {
    this.refuseReserved(name);
    this.document.setIn([baseUrl, ACCOUNT], account);
    this.document.setIn([baseUrl, name], 'formId' in entry ? entry.formId : `creating ${entry.creatingKey}`);
    this.write();
  }

  remove(baseUrl: string, name: string): void {
    if (this.document.deleteIn([baseUrl, name])) this.write();
  }

  private write(): void {
    replaceFile(this.place, this.document.toString());
  }

  private refuseReserved(name: string): void {
    if (name === ACCOUNT) throw new Fault(`A definition must not be called ${ACCOUNT}, which is a word of ${this.path}. Rename the file.`);
  }
}

/** The line of the lock as a person would write it. */
export const lockLine = (name: string, formId: string): string => `${name}: ${formId}`;
