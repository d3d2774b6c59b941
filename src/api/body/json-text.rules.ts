import type { FieldError } from '../errors/field-error.types';

/**
 * Faults in a parsed JSON value that PostgreSQL or a JavaScript number cannot represent: U+0000, lone surrogates, infinite numbers and
 * integers that would be rounded. The parser has limited the depth. `rootPath` prefixes each path; a root that is not an object is a fault.
 */
export function textFaults(value: unknown, rootPath = ''): FieldError[] {
  const faults: FieldError[] = [];
  if (isContainer(value) && !Array.isArray(value)) collect(value, rootPath, faults);
  else faults.push({ path: rootPath || ROOT, message: 'must be an object' });
  return faults;
}

/** The same value with 0 in place of each -0, which only JSON distinguishes. Changes arrays and objects in place. */
export function withoutNegativeZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (!isContainer(value)) return value;
  for (const [name, member] of Object.entries(value)) {
    if (Object.is(member, -0)) value[name] = 0;
    else withoutNegativeZero(member);
  }
  return value;
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function collect(container: Container, path: string, faults: FieldError[]): void {
  for (const [name, member] of Object.entries(container)) {
    if (faults.length >= MAX_FAULTS) return;
    const nameFault = textFault(name);
    if (nameFault) faults.push({ path: path || ROOT, message: `has a member whose name ${nameFault}` });
    else visit(member, path === '' ? nameInPath(name) : `${path}.${nameInPath(name)}`, faults);
  }
}

function visit(value: unknown, path: string, faults: FieldError[]): void {
  if (isContainer(value)) return collect(value, path, faults);
  const fault = typeof value === 'string' ? textFault(value) : typeof value === 'number' ? numberFault(value) : null;
  if (fault) faults.push({ path, message: fault });
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  if (LONE_SURROGATE.test(text)) return 'must not contain half of a surrogate pair';
  return null;
}

function numberFault(value: number): string | null {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'must be a safe integer';
  return null;
}

/** A member name for a path. Names come from the client, so a long one is cut. */
export function nameInPath(name: string): string {
  const start = FIRST_CHARACTERS.exec(name)![0];
  return start.length < name.length ? `${start}…` : name;
}

const MAX_FAULTS = 100;
const ROOT = 'body';
const FIRST_CHARACTERS = /^.{0,64}/su;
const LONE_SURROGATE = /\p{Surrogate}/u;
