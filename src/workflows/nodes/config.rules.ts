import { isJsonObject } from '../../platform/json/json-object.rules';
import { wireHeaderFaults } from '../../platform/outbound/headers.rules';
import { parseUrl } from '../../platform/url.rules';
import { conditionFaults } from '../conditions/condition.rules';
import type { CheckContext, ConfigFault } from '../definition/check.types';
import { headerFaults, isTemplate, templateFaults } from '../templates/reference.rules';

/** Judges one member of a config; the path says where it stands. */
export type ConfigRule = (value: unknown, path: string, context: CheckContext) => ConfigFault[];

export interface ConfigOption {
  isRequired: boolean;
  /** One sentence for the documentation. */
  meaning: string;
  rule: ConfigRule;
}

export const required = (rule: ConfigRule, meaning: string): ConfigOption => ({ isRequired: true, meaning, rule });

export const optional = (rule: ConfigRule, meaning: string): ConfigOption => ({ isRequired: false, meaning, rule });

export const invalid = (path: string, message: string): ConfigFault => ({ code: 'invalid_config', path, message });

/** An object with these members and no others. */
export function members(options: Readonly<Record<string, ConfigOption>>): ConfigRule {
  return (value, path, context) => {
    if (!isJsonObject(value)) return [invalid(path, 'This must be an object.')];
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(options, name));
    const known = Object.entries(options).flatMap(([name, { isRequired, rule }]) => {
      if (value[name] !== undefined) return rule(value[name], `${path}.${name}`, context);
      return isRequired ? [invalid(`${path}.${name}`, 'This is required.')] : [];
    });
    return [...unknown.map((name) => invalid(`${path}.${name}`, 'unknown property')), ...known];
  };
}

/** An object whose member names the client chooses. */
export function entries(nameFault: (name: string) => string | null, rule: ConfigRule, max: number): ConfigRule {
  return (value, path, context) => {
    if (!isJsonObject(value)) return [invalid(path, 'This must be an object.')];
    const names = Object.keys(value);
    if (names.length > max) return [invalid(path, `This can hold at most ${max} members.`)];
    return names.flatMap((name) => {
      const message = nameFault(name);
      return message === null ? rule(value[name], `${path}.${name}`, context) : [invalid(`${path}.${name}`, message)];
    });
  };
}

export function listOf(rule: ConfigRule, min: number, max: number): ConfigRule {
  return (value, path, context) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return [invalid(path, `This must be a list of ${min} to ${max} entries.`)];
    }
    return value.flatMap((entry, index) => rule(entry, `${path}.${index}`, context));
  };
}

export function oneOf(...values: string[]): ConfigRule {
  return plain((value) => values.includes(value as string), `This must be one of ${values.join(', ')}.`);
}

export function wholeNumber(min: number, max: number): ConfigRule {
  const fits = (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return plain(fits, `This must be a whole number from ${min} to ${max}.`);
}

export const flag = plain((value) => typeof value === 'boolean', 'This must be true or false.');

export function text(max: number): ConfigRule {
  return plain(
    (value) => typeof value === 'string' && value.length <= max,
    `This must be a text of at most ${max} characters.`,
  );
}

/** A text, a number, true, false or null. */
export const scalar = plain(
  (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
  'This must be a text, a number, true, false or null.',
);

/** A text in which values of the run can be filled in. */
export const template: ConfigRule = (value, path, context) =>
  typeof value === 'string' ? templateFaults(value, path, context) : [invalid(path, 'This must be a text.')];

/** The value of a header: a template in which secrets can be filled in too. */
export const headerTemplate: ConfigRule = (value, path, context) => {
  if (typeof value !== 'string') return [invalid(path, 'This must be a text.')];
  if (/[\r\n\0]/.test(value)) return [invalid(path, 'A header cannot hold a line break.')];
  if (isTemplate(value)) return headerFaults(value, path, context);
  return wireHeaderFaults('x', value.trim()).map((message) => invalid(path, message));
};

export const condition: ConfigRule = conditionFaults;

/** A field of the form, or one that a node before this one sets. */
export const knownField: ConfigRule = (value, path, context) => {
  if (typeof value === 'string' && context.fieldNames.has(value)) return [];
  return [
    {
      code: 'unknown_field',
      path,
      message: 'The form has no field of this name, and no node before this one sets it.',
    },
  ];
};

/**
 * A fixed address to call. It holds no template, so that no visitor can choose the receiver, and no user name or password, since
 * definitions are read by everyone who may see the workflow.
 */
export const webAddress: ConfigRule = (value, path, context) => {
  const isFixedText = typeof value === 'string' && value.length <= MAX_URL && !isTemplate(value);
  const url = isFixedText ? parseUrl(value) : null;
  if (!isFixedText || !url) return [invalid(path, 'This must be a full URL without templates.')];
  const { protocol, username, password } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  if (isWeb && username === '' && password === '' && !context.isBlockedUrl(value)) return [];
  return [{ code: 'blocked_url', path, message: 'The service does not call this address.' }];
};

const MAX_URL = 2048;

function plain(fits: (value: unknown) => boolean, message: string): ConfigRule {
  return (value, path) => (fits(value) ? [] : [invalid(path, message)]);
}
