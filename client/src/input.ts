import type { OperationDescriptor } from './generated/api.js';

/** The parts of a call, unchecked by the compiler. */
export type Input = Partial<Record<'path' | 'query' | 'headers', Record<string, unknown>>> & { body?: unknown };

const PLACES = { path: 'path', query: 'query', header: 'headers' } as const;

/** The input with the names of its headers as the API document writes them. Throws for what must not be sent. */
export function checkedInput({ id, params = [], body }: OperationDescriptor, input: Input): Input {
  const checked: Input = { ...input };
  const known = Object.entries(PLACES).filter(([place]) => params.some((each) => each.in === place));
  refuseUnknown(id, 'member', input, [...known.map(([, member]) => member), ...(body ? ['body'] : [])]);
  for (const [place, member] of known) {
    const names = params.filter((each) => each.in === place).map(({ name }) => name);
    const canonical = (name: string) => (place === 'header' ? names.find((each) => each.toLowerCase() === name.toLowerCase()) : name);
    const given = Object.entries(input[member] ?? {}).map(([name, value]) => [canonical(name) ?? name, value] as const);
    checked[member] = Object.fromEntries(given);
    refuseUnknown(id, `${place} parameter`, checked[member], [
      ...names,
      ...given.map(([name]) => name).filter((name) => isOfFamily(name, names)),
    ]);
    if (place === 'path') for (const name of names) checkPathParameter(id, name, checked[member][name]);
  }
  return checked;
}

/** One parameter stands for many: `column.{field}` for `column.email`. */
const isOfFamily = (name: string, names: readonly string[]): boolean =>
  names.some((each) => each.endsWith('{field}') && name.startsWith(each.slice(0, -'{field}'.length)));

/** Refuses members of an object that nothing reads, which are mostly misspelled. */
export function refuseUnknown(operation: string, what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${operation}: a ${what} is no member of an object`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${operation}: unknown ${what} "${unknown}"`);
}

function checkPathParameter(operation: string, name: string, value: unknown): void {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '') throw new TypeError(`${operation}: the path parameter "${name}" is missing or empty`);
  if (/^\.\.?$/.test(text)) throw new TypeError(`${operation}: the path parameter "${name}" would lead elsewhere`);
}
