import { extname } from 'node:path';
import { type Document, isMap, parseDocument, type ToStringOptions, visit } from 'yaml';
import type { DefinitionFile } from '../definition/definition-file.js';
import { Fault } from '../faults.js';
import { isSame } from '../objects.js';
import { DocumentEdit, type EditRules, type ServedPart } from './document-edit.js';
import { expandAliases, lowerComments } from './document-nodes.js';
import { keepLayout } from './kept-layout.js';

/** Texts such as `yes` get quotes, since older readers take them for something else. */
const LIKE_OLD_YAML = { compat: 'yaml-1.1' } as const;

/**
 * The text of a definition after a form of the service was taken over, with the comments, the order and the layout of its author. Throws a
 * `Fault` for a layout that cannot be carried over.
 */
export function editedText({ text, path }: DefinitionFile, served: ServedPart, rules: EditRules): string {
  const write = extname(path) === '.json' ? jsonWriter(text) : yamlWriter(text);
  const document = parsed(text);
  const before = write(document);
  if (!hasEdited(document, served, rules)) return text;
  const edited = hasAliases(document) ? withoutAliases(text, served, rules) : document;
  const after = write(edited);
  const texts = [keepLayout(text, before, after) ?? after, after, write(edited, { blockQuote: false })];
  const sound = texts.map((each) => inLinesOf(text, each)).find((each) => saysTheSame(each, edited));
  if (sound === undefined) throw new Fault(`${path} cannot be changed in its layout. Move it away, pull the form again, and compare both.`);
  return sound;
}

function parsed(text: string): Document {
  const document = parseDocument(text, LIKE_OLD_YAML);
  lowerComments(document, text);
  return document;
}

function hasEdited(document: Document, served: ServedPart, rules: EditRules): boolean {
  const editing = new DocumentEdit(document, rules);
  editing.edit(document.contents, [], rules.kept.value, served);
  return editing.hasChanged;
}

/** A change of a part that is repeated elsewhere must not change its repetitions. */
function withoutAliases(text: string, served: ServedPart, rules: EditRules): Document {
  const document = parsed(text);
  expandAliases(document);
  hasEdited(document, served, rules);
  return document;
}

function hasAliases(document: Document): boolean {
  let found = false;
  visit(document, { Alias: () => ((found = true), visit.BREAK) });
  return found;
}

function saysTheSame(text: string, document: Document): boolean {
  const other = parsed(text);
  return other.errors.length === 0 && isMap(other.contents) && isSame(other.toJS(), document.toJS());
}

type Writer = (document: Document, options?: ToStringOptions) => string;

function jsonWriter(text: string): Writer {
  const [, indent = '  '] = /^\s*\{[^\S\n]*\n([ \t]+)"/.exec(text) ?? [];
  return (document) => `${JSON.stringify(document.toJS(), null, indent)}\n`;
}

/** Writes with the indentation that the text has. */
function yamlWriter(text: string): Writer {
  const [, indent = '  '] = /^[\w$]+:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( +)[^\s#-]/m.exec(text) ?? [];
  const [, name, entry] = /^( *)[\w$]+:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( *)- /m.exec(text) ?? [];
  const indentSeq = name === undefined || entry === undefined || entry.length > name.length;
  return (document, options) => document.toString({ lineWidth: 0, indent: indent.length, indentSeq, ...options });
}

/** The lines end as those of the original do, the last included. */
function inLinesOf(original: string, text: string): string {
  const lines = original.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  return original.endsWith('\n') ? lines : lines.replace(/\r?\n$/, '');
}
