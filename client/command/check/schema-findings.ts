import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseTimestamp } from '../../../src/api/validation/date.rules.js';
import schema from '../../form.schema.json' with { type: 'json' };
import type { Path } from '../definition/definition.types.js';
import type { Finding } from './finding.js';
import { messageOf } from './schema-messages.js';

/** The findings by the schema. */
export function schemaFindings(value: unknown): Finding[] {
  const validate = validator();
  const errors = validate(value) ? [] : (validate.errors ?? []);
  return errors.filter(({ keyword }) => keyword !== 'if').map((error) => ({ path: placeOf(error), message: messageOf(error) }));
}

let compiled: ValidateFunction | undefined;

/** Compiled when it is first needed, since that takes longer than the rest of most commands. */
function validator(): ValidateFunction {
  const formats = { 'date-time': (text: string) => parseTimestamp(text) !== null };
  compiled ??= new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, formats }).compile(schema);
  return compiled;
}

/** A member that is missing has a place of its own, like one that is there. */
function placeOf({ instancePath, keyword, params }: ErrorObject): Path {
  const names = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') return [...names, params['missingProperty'] as string];
  return keyword === 'additionalProperties' ? [...names, params['additionalProperty'] as string] : names;
}
