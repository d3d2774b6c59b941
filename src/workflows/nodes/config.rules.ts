import { IS_REQUIRED } from '../../api/validation/messages.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { MAX_HEADER_VALUE, wireHeaderErrors } from '../../platform/outbound/headers.rules';
import type { TextParser } from '../../platform/text/text-parsers.rules';
import * as parsers from '../../platform/text/text-parsers.rules';
import { parseUrl } from '../../platform/text/text.rules';
import { conditionErrors, unknownProperty } from '../conditions/condition.rules';
import { OPERATOR_RULES } from '../conditions/operators.rules';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { headerErrors, isTemplate, mailTextErrors, templateErrors, UNKNOWN_FIELD } from '../templates/reference.rules';

/** Validates one member of a config, at a dot path. */
export interface ConfigRule {
  (value: unknown, path: string, context: NodeContext): ConfigError[];
  /** The JSON schema from which an editor makes an input. It may accept values that the rule refuses. */
  schema?: ConfigSchema;
}

/** A JSON schema with the formats `template`, `condition` and `field` (the name of a field). */
export type ConfigSchema = Readonly<Record<string, unknown>>;

export interface ConfigOption {
  isRequired: boolean;
  meaning: string;
  rule: ConfigRule;
}

export const required = (rule: ConfigRule, meaning: string): ConfigOption => ({ isRequired: true, meaning, rule });

export const optional = (rule: ConfigRule, meaning: string): ConfigOption => ({ isRequired: false, meaning, rule });

export const described = (schema: ConfigSchema, rule: ConfigRule): ConfigRule =>
  Object.assign<ConfigRule, object>((value, path, context) => rule(value, path, context), { schema });

export function schemaOf(options: Readonly<Record<string, ConfigOption>>): ConfigSchema {
  const properties = Object.entries(options).map(([name, { rule, meaning }]): [string, object] => [
    name,
    { ...rule.schema, description: meaning },
  ]);
  const needed = Object.keys(options).filter((name) => options[name]!.isRequired);
  return { type: 'object', properties: Object.fromEntries(properties), required: needed };
}

export const invalid = (path: string, message: string): ConfigError => ({ code: 'invalid_config', path, message });

/** Accepts an object with these options and no other members. */
export function members(options: Readonly<Record<string, ConfigOption>>): ConfigRule {
  return described(schemaOf(options), (value, path, context) => {
    if (!isJsonObject(value)) return [invalid(path, 'must be an object')];
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(options, name));
    const known = Object.entries(options).flatMap(([name, { isRequired, rule }]) => {
      if (value[name] !== undefined) return rule(value[name], `${path}.${name}`, context);
      return isRequired ? [invalid(`${path}.${name}`, IS_REQUIRED)] : [];
    });
    return [...unknown.map((name) => invalid(`${path}.${name}`, unknownProperty(Object.keys(options)))), ...known];
  });
}

/** Accepts an object with at most `max` members, whose names `nameError` validates. */
export function entries(nameError: (name: string) => string | null, rule: ConfigRule, max: number): ConfigRule {
  return described({ type: 'object', additionalProperties: rule.schema ?? true }, (value, path, context) => {
    if (!isJsonObject(value)) return [invalid(path, 'must be an object')];
    const names = Object.keys(value);
    if (names.length > max) return [invalid(path, `must have at most ${max} entries`)];
    return names.flatMap((name) => {
      const message = nameError(name);
      return message === null ? rule(value[name], `${path}.${name}`, context) : [invalid(`${path}.${name}`, message)];
    });
  });
}

export function listOf(rule: ConfigRule, min: number, max: number): ConfigRule {
  return described({ type: 'array', items: rule.schema ?? {} }, (value, path, context) => {
    if (!Array.isArray(value)) return [invalid(path, `must be a list of ${min} to ${max} entries`)];
    if (value.length < min || value.length > max) return [invalid(path, `must have ${min} to ${max} entries`)];
    return value.flatMap((entry, index) => rule(entry, `${path}.${index}`, context));
  });
}

export const oneOf = (...values: string[]): ConfigRule =>
  described({ type: 'string', enum: values }, typed('string', parsers.oneOf(values)));

export const wholeNumber = (minimum: number, maximum: number): ConfigRule =>
  described({ type: 'integer', minimum, maximum }, typed('number', parsers.wholeNumber(minimum, maximum)));

export const flag = described({ type: 'boolean' }, typed('boolean', parsers.trueOrFalse));

export function text(max: number): ConfigRule {
  const fits = (value: unknown) => typeof value === 'string' && value.length <= max;
  return described({ type: 'string', maxLength: max }, plain(fits, `must be a text of at most ${max} characters`));
}

export const scalar = plain(
  (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
  'must be a text, a number, true, false or null',
);

export const template = described({ type: 'string', format: 'template' }, (value, path, context) =>
  typeof value === 'string' ? templateErrors(value, path, context) : [invalid(path, 'must be a text')],
);

/** The text of a mail, a template that may also repeat the submission. */
export const mailText = described({ type: 'string', format: 'template' }, (value, path, context) =>
  typeof value === 'string' ? mailTextErrors(value, path, context) : [invalid(path, 'must be a text')],
);

/** The value of a header: a template that may refer to secrets as well. */
export const headerTemplate = described({ type: 'string' }, (value, path, context) => {
  if (typeof value !== 'string') return [invalid(path, 'must be a text')];
  if (/[\r\n\0]/.test(value)) return [invalid(path, 'must not have line breaks')];
  if (isTemplate(value)) return headerErrors(value, path, context);
  if (wireHeaderErrors('x', value.trim()).length === 0) return [];
  return [invalid(path, `must have at most ${MAX_HEADER_VALUE} bytes, and no control characters`)];
});

/** The comparison with which an editor begins a condition. The rule accepts groups as well. */
const COMPARISON = { field: { type: 'string' }, op: { type: 'string', enum: Object.keys(OPERATOR_RULES) }, value: {} };

export const condition = described({ type: 'object', format: 'condition', properties: COMPARISON, required: ['op'] }, conditionErrors);

/** Accepts the name of a field of the form, or of a field that an earlier node sets. */
export const knownField = described({ type: 'string', format: 'field' }, (value, path, context) => {
  if (typeof value === 'string' && context.fieldNames.has(value)) return [];
  return [{ code: 'unknown_field', path, message: UNKNOWN_FIELD }];
});

/** Refuses placeholders, since submitted values must not choose the receiver, and credentials, which readers of the workflow would see. */
export const webAddress = described({ type: 'string' }, (value, path, context) => {
  const isFixedText = typeof value === 'string' && value.length <= MAX_URL && !isTemplate(value);
  if (!isFixedText || !parseUrl(value))
    return [invalid(path, 'must be a full address such as https://example.com/hook, without placeholders')];
  const message = context.blockedUrlReason(value);
  return message === null ? [] : [{ code: 'blocked_url', path, message }];
});

const MAX_URL = 2048;

function typed(type: 'string' | 'number' | 'boolean', { expected, parse }: TextParser<unknown>): ConfigRule {
  return plain((value) => typeof value === type && parse(String(value)) !== undefined, `must be ${expected}`);
}

function plain(fits: (value: unknown) => boolean, message: string): ConfigRule {
  return (value, path) => (fits(value) ? [] : [invalid(path, message)]);
}
