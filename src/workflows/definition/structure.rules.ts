import type { FieldError } from '../../api/errors/api-error';
import { IS_REQUIRED } from '../../api/validation/messages.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { oneOf } from '../../platform/text/text-parsers.rules';
import { isNodeType, NODE_TYPES } from '../nodes/node-types.rules';
import { SCHEMA_VERSION } from '../model/definition.types';

export const MAX_NODES = 50;
export const MAX_EDGES = 100;
export const MAX_CONFIG_BYTES = 16 * 1024;
export const MAX_UI_BYTES = 4 * 1024;
export const MAX_NAME_LENGTH = 120;
export const MAX_PORT_LENGTH = 80;
const MAX_ERRORS = 100;
export const NODE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The errors in the structure of a definition, which may be any JSON. A draft may lack a trigger, have a cycle or an incomplete config;
 * `publishErrors` finds these before it is published.
 */
export function structureErrors(definition: unknown, path = 'definition'): FieldError[] {
  if (!isJsonObject(definition)) return [wrong(definition, path, 'must be an object')];
  const { schema_version: version, nodes, edges } = definition;
  const errors = unknownMembers(definition, ['schema_version', 'nodes', 'edges'], path);
  if (version !== SCHEMA_VERSION) errors.push(wrong(version, `${path}.schema_version`, `must be ${SCHEMA_VERSION}`));
  errors.push(...listErrors(nodes, MAX_NODES, `${path}.nodes`, nodeErrors));
  const ids = new Set(asList(nodes).map((node) => (isJsonObject(node) ? node.id : undefined)));
  errors.push(...listErrors(edges, MAX_EDGES, `${path}.edges`, (edge, at) => edgeErrors(edge, at, ids)));
  return errors.slice(0, MAX_ERRORS);
}

type EntryErrors = (entry: Record<string, unknown>, path: string) => FieldError[];

function listErrors(list: unknown, max: number, path: string, entryErrors: EntryErrors): FieldError[] {
  if (!Array.isArray(list)) return [wrong(list, path, 'must be a list')];
  if (list.length > max) return [error(path, `must have at most ${max} entries`)];
  const errors = list.flatMap((entry: unknown, index) => {
    const at = `${path}.${index}`;
    return isJsonObject(entry) ? [...idErrors(entry.id, at), ...entryErrors(entry, at)] : [error(at, 'must be an object')];
  });
  return [...errors, ...duplicateIds(list, path)];
}

function nodeErrors(node: Record<string, unknown>, path: string): FieldError[] {
  const { type, config, name, disabled, ui } = node;
  const errors = unknownMembers(node, ['id', 'type', 'config', 'name', 'disabled', 'ui'], path);
  if (!isNodeType(type)) errors.push(wrong(type, `${path}.type`, UNKNOWN_TYPE));
  errors.push(...objectErrors(config, MAX_CONFIG_BYTES, `${path}.config`));
  if (ui !== undefined) errors.push(...objectErrors(ui, MAX_UI_BYTES, `${path}.ui`));
  if (name !== undefined && !isName(name)) {
    const message = `must be a text of at most ${MAX_NAME_LENGTH} characters without control characters`;
    errors.push(error(`${path}.name`, message));
  }
  if (disabled !== undefined && typeof disabled !== 'boolean') errors.push(error(`${path}.disabled`, 'must be true or false'));
  return errors;
}

function edgeErrors(edge: Record<string, unknown>, path: string, nodeIds: ReadonlySet<unknown>): FieldError[] {
  const { source_port: port } = edge;
  const errors = unknownMembers(edge, ['id', 'source', 'target', 'source_port'], path);
  for (const end of ['source', 'target']) {
    if (typeof edge[end] !== 'string' || !nodeIds.has(edge[end]))
      errors.push(wrong(edge[end], `${path}.${end}`, 'must be the id of a step'));
  }
  if (port !== undefined && (typeof port !== 'string' || port === '' || port.length > MAX_PORT_LENGTH))
    errors.push(error(`${path}.source_port`, `must be a text of 1 to ${MAX_PORT_LENGTH} characters`));
  return errors;
}

function idErrors(id: unknown, path: string): FieldError[] {
  if (typeof id === 'string' && NODE_ID.test(id)) return [];
  return [wrong(id, `${path}.id`, 'must have 1 to 64 letters, digits, hyphens and underscores')];
}

function duplicateIds(list: unknown[], path: string): FieldError[] {
  const seen = new Set<unknown>();
  return list.flatMap((entry, index) => {
    const id = isJsonObject(entry) ? entry.id : undefined;
    const isDuplicate = typeof id === 'string' && seen.has(id);
    seen.add(id);
    return isDuplicate ? [error(`${path}.${index}.id`, 'must be unique in the list')] : [];
  });
}

function objectErrors(value: unknown, maxBytes: number, path: string): FieldError[] {
  if (!isJsonObject(value)) return [wrong(value, path, 'must be an object')];
  return Buffer.byteLength(JSON.stringify(value)) > maxBytes ? [error(path, `must take at most ${maxBytes / 1024} KiB`)] : [];
}

const isName = (name: unknown): boolean => typeof name === 'string' && [...name].length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name);

const unknownMembers = (value: object, known: string[], path: string): FieldError[] =>
  Object.keys(value)
    .filter((member) => !known.includes(member))
    .map((member) => error(`${path}.${member}`, 'unknown property'));

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const UNKNOWN_TYPE = `must be ${oneOf(NODE_TYPES.map(({ type }) => type)).expected}`;

const error = (path: string, message: string): FieldError => ({ path, message });

const wrong = (value: unknown, path: string, message: string): FieldError => error(path, value === undefined ? IS_REQUIRED : message);
