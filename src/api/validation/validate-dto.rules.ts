import { getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { FieldError } from '../errors/field-error.types';
import { isJsonObject } from '../../platform/json/json-object.rules';
import { nameInPath } from '../body/json-text.rules';

/** A DTO with rules that a decorator on one property cannot express. They run together with the decorators. */
export interface CrossFieldValidated {
  crossFieldErrors(): FieldError[];
}

type InputClass<Input extends object> = new () => Input;
type Members = Record<string, unknown>;

/**
 * What a client sent as an instance of its DTO class, and everything that is wrong with it. The members of the class are those that
 * carry a decorator; whatever else was sent is a fault, also when all objects inherit the name, such as `constructor`.
 */
export function validateDto<Input extends object>(
  type: InputClass<Input>,
  sent: object,
): { input: Input; faults: FieldError[] } {
  const input = new type() as Input & Members & Partial<CrossFieldValidated>;
  const known = membersOf(type);
  const faults: FieldError[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (!known.has(name)) faults.push({ path: nameInPath(name), message: 'unknown property' });
    else assign(input, name, value, faults);
  }
  faults.push(...brokenRules(input), ...(input.crossFieldErrors?.() ?? []));
  return { input, faults };
}

/** Says how a member is read before it is checked. */
export const ReadWith = (read: (value: unknown) => unknown): PropertyDecorator => Reflect.metadata(READER, read);

/** The member is a list of which each entry is checked against a class of its own. */
export const ListOf = (type: InputClass<object>): PropertyDecorator => Reflect.metadata(ENTRY_CLASS, type);

const READER = Symbol('reader');
const ENTRY_CLASS = Symbol('class of the entries');

function assign(input: Members, name: string, value: unknown, faults: FieldError[]): void {
  const read = Reflect.getMetadata(READER, input, name) as ((value: unknown) => unknown) | undefined;
  const entryClass = Reflect.getMetadata(ENTRY_CLASS, input, name) as InputClass<object> | undefined;
  input[name] = read ? read(value) : value;
  if (entryClass && Array.isArray(value)) input[name] = value.map((entry, at) => entryOf(`${name}.${at}`, entry));

  function entryOf(path: string, entry: unknown): object {
    const isObject = isJsonObject(entry);
    const { input: read, faults: own } = validateDto(entryClass!, isObject ? entry : {});
    if (isObject) faults.push(...own.map((fault) => ({ ...fault, path: `${path}.${fault.path}` })));
    else faults.push({ path, message: 'must be an object' });
    return read;
  }
}

function membersOf(type: InputClass<object>): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/** One message a member is enough; a value of the wrong type would break every other rule too. */
function brokenRules(input: object): FieldError[] {
  const errors = validateSync(input, { forbidUnknownValues: true, stopAtFirstError: true });
  return errors.flatMap(({ property, constraints = {} }: ValidationError) =>
    Object.values(constraints).map((message) => ({ path: property, message })),
  );
}
