import { mapTexts } from '../objects.js';
import type { Path } from './definition.types.js';

/** A text of a definition that names a variable. */
export interface VariableUse {
  path: Path;
  /** As it stands in the file. */
  text: string;
}

const VARIABLE = /\$\{(FORM_VAR_[A-Z0-9_]+)\}/g;

/**
 * The places in which variables are filled in: origins, recipients of notifications, and addresses and headers of destinations. Elsewhere
 * `${...}` is text like any other.
 */
const PLACES: readonly RegExp[] = [
  /^allowed_origins\.\d+$/,
  /^settings\.notifications\.to\.\d+$/,
  /^workflow\.nodes\.\d+\.config\.(?:url|reply_to|to\.\d+|headers\..+)$/,
];

/** True for a place in which variables are filled in. */
export const takesVariables = (path: Path): boolean => PLACES.some((place) => place.test(path.join('.')));

/** The names of the variables of a text. */
export const variablesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name!);

export interface Resolved {
  value: unknown;
  uses: VariableUse[];
  /** The names of variables that are not set, each with the place of its use. */
  unset: { name: string; path: Path }[];
  /** The places of variables where none are filled in. */
  misplaced: Path[];
}

/** Fills in the variables of a definition from the environment. Values are never told, only the names. */
export function resolveVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): Resolved {
  const resolved: Resolved = { value: null, uses: [], unset: [], misplaced: [] };
  resolved.value = mapTexts(value, (text, path) => (text.includes('${FORM_VAR_') ? fill(text, path, env, resolved) : text));
  return resolved;
}

function fill(text: string, path: Path, env: Readonly<Record<string, string | undefined>>, resolved: Resolved): string {
  if (!takesVariables(path)) {
    resolved.misplaced.push(path);
    return text;
  }
  resolved.uses.push({ path, text });
  return text.replaceAll(VARIABLE, (_, name: string) => {
    const filled = env[name] ?? '';
    if (filled === '') resolved.unset.push({ name, path });
    return filled;
  });
}
