import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { Fault, type Mistake, type Place } from '../faults.js';
import { plain } from '../plain.js';
import type { Terminal } from '../terminal.js';
import { boundOfText, boundOfValue, MAX_ALIASES, type TextFault } from './bounds.js';
import type { Path } from './definition.types.js';
import { faultyNames } from './names-of-members.js';

export const LOCK_NAME = 'forms.lock.yaml';
const DEFAULT_FOLDER = 'forms';
const MAX_FILE_BYTES = 1024 * 1024;
const EXTENSIONS = ['.yaml', '.yml', '.json'];

/** A definition as it stands in a file. Its content may have any mistakes, those of syntax included. */
export interface DefinitionFile {
  /** Relative to the folder of the command, as people write it. */
  path: string;
  /** The name under which the lock file knows the form: that of the file without its extension. */
  name: string;
  text: string;
  /** With comments and the order of members. JSON is read as YAML, of which it is a part. */
  document: Document.Parsed;
  /** The content as JSON, before variables are filled in; null where the syntax is faulty. */
  value: unknown;
  /** The faults of the syntax. */
  mistakes: Mistake[];
  /** The place of a character of the text. */
  placeAt(offset: number): Place;
  /** The place of a member, or of the nearest one around it that is there. */
  placeOf(path: Path): Place;
}

/** The files that the words name, by default those of the folder `forms`. Throws a `Fault` when there are none. */
export function findDefinitions(words: readonly string[], terminal: Terminal): string[] {
  const folders = existsSync(resolve(terminal.cwd, DEFAULT_FOLDER)) ? [DEFAULT_FOLDER] : [];
  const paths = (words.length > 0 ? words : folders).flatMap((word) => filesAt(word, terminal));
  const distinct = [...new Set(paths)];
  if (distinct.length === 0)
    throw new Fault(`There is no definition in ${words.join(', ') || DEFAULT_FOLDER}. "form-collection pull" writes one.`);
  return distinct;
}

/** The name under which the lock file knows the form of a file. */
export const nameOf = (path: string): string => basename(path, extname(path));

function filesAt(word: string, { cwd }: Terminal): string[] {
  const path = resolve(cwd, word);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Fault(`There is no ${word}.`);
  if (!stats.isDirectory()) return [relative(cwd, path)];
  const names = readdirSync(path).filter((name) => EXTENSIONS.includes(extname(name)) && name !== LOCK_NAME && !name.startsWith('.'));
  return names.sort().map((name) => relative(cwd, join(path, name)));
}

/** Reads and parses a file. Throws a `Fault` only when it cannot be read at all. */
export const readDefinition = (path: string, { cwd }: Terminal): DefinitionFile =>
  parseDefinition(path, readText(resolve(cwd, path), path));

/** Parses the text of a definition. The path is only for people, and gives the name. */
export function parseDefinition(path: string, text: string): DefinitionFile {
  const bound = boundOfText(text);
  // Names that are there twice are found by other means, in a time that is linear in their number.
  const document = parseDocument(bound ? '' : text, { prettyErrors: false, uniqueKeys: false });
  const { value, faults } = bound ? { value: null, faults: [bound] } : contentOf(document);
  const placeAt = placesIn(path, text);
  return {
    path,
    name: nameOf(path),
    text,
    document,
    value,
    mistakes: faults.map(({ message, offset }) => ({ message: sentence(message), place: placeAt(offset) })),
    placeAt,
    placeOf: (at) => placeAt(offsetOf(document, at)),
  };
}

/** The messages of the parser have no full stop, and may quote the file. */
const sentence = (message: string): string => plain(message).replace(/\.?$/, '.');

function placesIn(file: string, text: string): (offset: number) => Place {
  const lines = new LineCounter();
  for (let start = 0; start > 0 || lines.lineStarts.length === 0; start = text.indexOf('\n', start) + 1) lines.addNewLine(start);
  return (offset) => {
    const { line, col: column } = lines.linePos(offset);
    return { file, line, column };
  };
}

function readText(path: string, shown: string): string {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new Fault(`${shown} has more than ${MAX_FILE_BYTES / 1024} KiB.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is no text in UTF-8' : `cannot be read (${code})`;
    throw new Fault(`${shown} ${message}.`, { cause });
  }
}

function contentOf(document: Document.Parsed): { value: unknown; faults: TextFault[] } {
  const syntax = [...document.errors, ...document.warnings].map(({ message, pos }): TextFault => ({ message, offset: pos[0] }));
  const faults = syntax.length > 0 ? syntax : faultyNames(document);
  if (faults.length > 0) return { value: null, faults };
  const { value, message } = valueOf(document);
  return message === null ? { value, faults } : { value: null, faults: [{ message, offset: 0 }] };
}

/** Aliases may repeat a part, but not make a large or endless value of a small file. */
function valueOf(document: Document.Parsed): { value: unknown; message: string | null } {
  try {
    const value = document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    return { value, message: boundOfValue(value) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error; // of an alias
    return { value: null, message: error.message };
  }
}

/** The offset of the name of a member, or of an entry of a list. */
function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const start = keyOffset(document, path.slice(0, length)) ?? (isNode(node) ? node.range?.[0] : undefined);
    if (start !== undefined) return start;
  }
  return document.contents?.range?.[0] ?? 0;
}

function keyOffset(document: Document.Parsed, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? undefined) : undefined;
}
