import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import schema from '../../form.schema.json' with { type: 'json' };

interface Known {
  type?: unknown;
  properties?: Record<string, Known>;
}

const KNOWN: Known = schema.properties.settings;

/** The members of a section that this package knows, and the names of the others, which only the service knows. */
export const splitByKnown = (section: string, members: Readonly<Record<string, unknown>>) =>
  split(memberOf(KNOWN, section), members, section);

interface Split {
  known: Record<string, unknown>;
  /** Such as `page title`. */
  unknown: string[];
}

function split(schemaOfMembers: Known | undefined, members: Readonly<Record<string, unknown>>, place: string): Split {
  const result: Split = { known: {}, unknown: [] };
  for (const [name, value] of Object.entries(members)) {
    const known = schemaOfMembers && memberOf(schemaOfMembers, name);
    const within = known?.properties && isJsonObject(value) ? split(known, value, `${place} ${name}`) : null;
    if (!known) result.unknown.push(`${place} ${name}`);
    else result.known[name] = within ? within.known : value;
    result.unknown.push(...(within?.unknown ?? []));
  }
  return result;
}

const memberOf = ({ properties = {} }: Known, name: string): Known | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;
