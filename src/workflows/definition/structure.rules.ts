import type { FieldError } from '../../api/errors/field-error.types';
import { isJsonObject } from '../../platform/json/json-object.rules';
import { isNodeType } from '../nodes/node-types.rules';
import { SCHEMA_VERSION } from './definition.types';

export const MAX_NODES = 50;
export const MAX_EDGES = 100;
export const MAX_CONFIG_BYTES = 16 * 1024;
export const MAX_UI_BYTES = 4 * 1024;
export const MAX_NAME_LENGTH = 120;
const MAX_PORT_LENGTH = 80;
const MAX_FAULTS = 100;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Why a definition cannot even be stored as a draft; all faults at once, at most a hundred. Everything that an editor may leave
 * unfinished (a missing trigger, a loop, an incomplete config) is for `publishErrors` to find. Takes any JSON and never throws.
 */
export function structureErrors(definition: unknown, path = 'definition'): FieldError[] {
  if (!isJsonObject(definition)) return [fault(path, 'The definition must be an object.')];
  const { schema_version: version, nodes, edges } = definition;
  const faults = unknownMembers(definition, ['schema_version', 'nodes', 'edges'], path);
  if (version !== SCHEMA_VERSION)
    faults.push(fault(`${path}.schema_version`, `The schema version must be ${SCHEMA_VERSION}.`));
  faults.push(...listFaults(nodes, MAX_NODES, `${path}.nodes`, nodeFaults));
  const ids = new Set(asList(nodes).map((node) => (isJsonObject(node) ? node.id : undefined)));
  faults.push(...listFaults(edges, MAX_EDGES, `${path}.edges`, (edge, at) => edgeFaults(edge, at, ids)));
  return faults.slice(0, MAX_FAULTS);
}

type EntryFaults = (entry: Record<string, unknown>, path: string) => FieldError[];

function listFaults(list: unknown, max: number, path: string, entryFaults: EntryFaults): FieldError[] {
  if (!Array.isArray(list)) return [fault(path, 'This must be a list.')];
  if (list.length > max) return [fault(path, `A definition can have at most ${max} of these.`)];
  const faults = list.flatMap((entry: unknown, index) => {
    const at = `${path}.${index}`;
    return isJsonObject(entry)
      ? [...idFaults(entry.id, at), ...entryFaults(entry, at)]
      : [fault(at, 'This must be an object.')];
  });
  return [...faults, ...repeatedIds(list, path)];
}

function nodeFaults(node: Record<string, unknown>, path: string): FieldError[] {
  const { type, config, name, disabled, ui } = node;
  const faults = unknownMembers(node, ['id', 'type', 'config', 'name', 'disabled', 'ui'], path);
  if (!isNodeType(type)) faults.push(fault(`${path}.type`, 'This must be one of the documented node types.'));
  faults.push(...objectFaults(config, MAX_CONFIG_BYTES, `${path}.config`));
  if (ui !== undefined) faults.push(...objectFaults(ui, MAX_UI_BYTES, `${path}.ui`));
  if (name !== undefined && !isName(name)) {
    faults.push(
      fault(`${path}.name`, `A name is a text of at most ${MAX_NAME_LENGTH} characters without control characters.`),
    );
  }
  if (disabled !== undefined && typeof disabled !== 'boolean')
    faults.push(fault(`${path}.disabled`, 'This must be true or false.'));
  return faults;
}

function edgeFaults(edge: Record<string, unknown>, path: string, nodeIds: ReadonlySet<unknown>): FieldError[] {
  const { source_port: port } = edge;
  const faults = unknownMembers(edge, ['id', 'source', 'target', 'source_port'], path);
  for (const end of ['source', 'target']) {
    if (typeof edge[end] !== 'string' || !nodeIds.has(edge[end]))
      faults.push(fault(`${path}.${end}`, 'This must be the ID of a node.'));
  }
  if (port !== undefined && (typeof port !== 'string' || port === '' || port.length > MAX_PORT_LENGTH)) {
    faults.push(fault(`${path}.source_port`, 'This must be the name of a port.'));
  }
  return faults;
}

function idFaults(id: unknown, path: string): FieldError[] {
  if (typeof id === 'string' && ID.test(id)) return [];
  return [fault(`${path}.id`, 'An ID has 1 to 64 letters, digits, hyphens and underscores.')];
}

/** The first use of an ID is not at fault, each repetition is. */
function repeatedIds(list: unknown[], path: string): FieldError[] {
  const seen = new Set<unknown>();
  return list.flatMap((entry, index) => {
    const id = isJsonObject(entry) ? entry.id : undefined;
    const isRepeated = typeof id === 'string' && seen.has(id);
    seen.add(id);
    return isRepeated ? [fault(`${path}.${index}.id`, 'This ID is there twice.')] : [];
  });
}

function objectFaults(value: unknown, maxBytes: number, path: string): FieldError[] {
  if (!isJsonObject(value)) return [fault(path, 'This must be an object.')];
  return serializedBytes(value) > maxBytes ? [fault(path, `This can take at most ${maxBytes / 1024} KiB.`)] : [];
}

/** What is nested too deep to be written out counts as too large. */
function serializedBytes(value: object): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return Infinity;
  }
}

const isName = (name: unknown): boolean =>
  typeof name === 'string' && [...name].length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name);

const unknownMembers = (value: object, known: string[], path: string): FieldError[] =>
  Object.keys(value)
    .filter((member) => !known.includes(member))
    .map((member) => fault(`${path}.${member}`, 'unknown property'));

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const fault = (path: string, message: string): FieldError => ({ path, message });
