import type { FieldError } from '../errors/api-error';

/**
 * Errors in a parsed JSON value that PostgreSQL or a JavaScript number cannot represent: U+0000, lone surrogates, infinite numbers and
 * integers that would be rounded. The parser has limited the depth. `rootPath` prefixes each path; a root that is not an object is an error.
 */
export function textErrors(value: unknown, rootPath = ''): FieldError[] {
  const errors: FieldError[] = [];
  if (isContainer(value) && !Array.isArray(value)) collect(value, rootPath, errors);
  else errors.push({ path: rootPath || ROOT, message: 'must be an object' });
  return errors;
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

function collect(container: Container, path: string, errors: FieldError[]): void {
  for (const [name, member] of Object.entries(container)) {
    if (errors.length >= MAX_ERRORS) return;
    const nameError = textError(name);
    if (nameError) errors.push({ path: path || ROOT, message: `has a member whose name ${nameError}` });
    else visit(member, path === '' ? nameInPath(name) : `${path}.${nameInPath(name)}`, errors);
  }
}

function visit(value: unknown, path: string, errors: FieldError[]): void {
  if (isContainer(value)) return collect(value, path, errors);
  const error = typeof value === 'string' ? textError(value) : typeof value === 'number' ? numberError(value) : null;
  if (error) errors.push({ path, message: error });
}

/** The error of one text; null when PostgreSQL can store it. */
export function textError(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  if (LONE_SURROGATE.test(text)) return 'must not contain half of a surrogate pair';
  return null;
}

function numberError(value: number): string | null {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'must be a safe integer';
  return null;
}

/** A member name for a path. Names come from the client, so a long one is cut. */
export function nameInPath(name: string): string {
  const start = FIRST_CHARACTERS.exec(name)![0];
  return start.length < name.length ? `${start}…` : name;
}

const MAX_ERRORS = 100;
const ROOT = 'body';
const FIRST_CHARACTERS = /^.{0,64}/su;
const LONE_SURROGATE = /\p{Surrogate}/u;
