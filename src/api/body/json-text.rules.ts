import type { FieldError } from '../errors/api-error';

/**
 * Prepares a parsed JSON value for storing: replaces -0 by 0. Returns an error for everything that PostgreSQL or a JavaScript number cannot
 * represent: U+0000, lone surrogates, infinite numbers and integers that would be rounded; and for a root that is not an object.
 */
export function makeStorable(value: unknown): FieldError[] {
  if (!isContainer(value) || Array.isArray(value)) return [{ path: ROOT, message: 'must be an object' }];
  const errors: FieldError[] = [];
  visit(value, [], errors);
  return errors;
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function visit(container: Container, names: string[], errors: FieldError[]): void {
  for (const [name, member] of Object.entries(container)) {
    if (errors.length >= MAX_ERRORS) return;
    const nameError = textError(name);
    if (nameError) errors.push({ path: pathOf(names) || ROOT, message: `has a member whose name ${nameError}` });
    else if (isContainer(member)) visit(member, [...names, name], errors);
    else if (Object.is(member, -0)) container[name] = 0;
    else {
      const error = typeof member === 'string' ? textError(member) : typeof member === 'number' ? numberError(member) : null;
      if (error) errors.push({ path: pathOf([...names, name]), message: error });
    }
  }
}

export function textError(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  return text.isWellFormed() ? null : 'must not contain half of a surrogate pair';
}

function numberError(value: number): string | null {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'must be a safe integer';
  return null;
}

const pathOf = (names: string[]): string =>
  names.reduce((path, name) => (path === '' ? nameInPath(name) : `${path}.${nameInPath(name)}`), '');

/** A member name for the path of an error. A long name is cut, since the client chooses it. */
export function nameInPath(name: string): string {
  const start = FIRST_CHARACTERS.exec(name)![0];
  return start.length < name.length ? `${start}…` : name;
}

const MAX_ERRORS = 100;
const ROOT = 'body';
const FIRST_CHARACTERS = /^.{0,64}/su;
