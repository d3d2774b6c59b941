import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { canonicalOfDefinition } from '../canonical/canonical.js';
import type { FieldOfFile, FormDefinition, Path } from '../definition/definition.types.js';
import type { ServiceDocument } from '../service/service-document.js';
import { definitionOf } from './served-definition.js';

/** The value of a part of a definition in the one way to write it; undefined where it says the same as if it were left out. */
export type NormalValue = (path: Path, value: unknown) => unknown;

/**
 * Normalizes parts by the rules for whole definitions, each in a definition that has nothing else. A former name of a field (`was`) says
 * something only while another field has it, which the names are those of.
 */
export function normalValues(service: ServiceDocument, names: readonly string[] = []): NormalValue {
  return (path, value) => {
    if (path[0] === 'publish') return value === true || undefined;
    const definition = path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
    const { name = '', workflow, ...others } = definition as FormDefinition;
    const whole = { name, ...others, ...(workflow && { workflow: { ...EMPTY, ...workflow } }) };
    const { fields, ...normal } = definitionOf(canonicalOfDefinition(whole, service));
    const named = fields?.map((field, index) => ({ ...field, ...wasOf(whole.fields![index]!, names) }));
    return path.reduce<unknown>(memberOf, { ...normal, ...(named && { fields: named }) });
  };
}

const wasOf = ({ was }: FieldOfFile, names: readonly string[]) => (was !== undefined && names.includes(was) ? { was } : {});

const EMPTY = { nodes: [], edges: [] };

function memberOf(whole: unknown, step: string | number): unknown {
  if (Array.isArray(whole)) return whole[0] as unknown;
  return isJsonObject(whole) && Object.hasOwn(whole, step) ? whole[step] : undefined;
}
