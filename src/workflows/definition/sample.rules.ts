import type { FieldDefinition, FieldType, Preset } from '../../forms/definition/field.types';
import type { Definition } from '../model/definition.types';
import { isEnabledTrigger } from './graph.rules';

export type SampledField = Pick<FieldDefinition, 'name' | 'type' | 'options' | 'validation'>;

/** The fields of a sample submission: for each field a fixed value of its type that fits its options and preset. Files are left out. */
export function sampleFields(fields: readonly SampledField[]): Record<string, unknown> {
  const sampled = fields.filter(({ type }) => type !== 'file');
  return Object.fromEntries(sampled.map((field) => [field.name, sampleValue(field)]));
}

/** The source of a sample submission: `api`, or the first source that the trigger accepts if it does not accept `api`. */
export function sampleSource({ nodes }: Definition): string {
  const sources: unknown = nodes.find(isEnabledTrigger)?.config.sources;
  const [first] = Array.isArray(sources) && !sources.includes('api') ? (sources as unknown[]) : [];
  return typeof first === 'string' ? first : 'api';
}

function sampleValue({ type, options, validation }: SampledField): unknown {
  const option = Array.isArray(options) ? options[0] : undefined;
  if (type === 'array') return [option ?? 'Sample'];
  if (type === 'string' && option !== undefined) return option;
  return type === 'string' && validation ? PRESET_SAMPLES[validation] : TYPE_SAMPLES[type];
}

const TYPE_SAMPLES = { string: 'Sample text', number: 42, date: '2025-01-31', boolean: true } satisfies Record<
  Exclude<FieldType, 'array' | 'file'>,
  unknown
> as Record<FieldType, unknown>;

/** Names and addresses that RFC 2606, RFC 5737 and RFC 3849 reserve for documentation. */
const PRESET_SAMPLES: Readonly<Record<Preset, string>> = {
  email: 'sample@example.com',
  url: 'https://example.com/',
  tel: '+1 202 555 0100',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  slug: 'sample-text',
  hex_color: '#1a2b3c',
  alpha_numeric: 'Sample42',
  integer: '42',
};
