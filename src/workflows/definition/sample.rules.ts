import type { FieldDefinition, FieldType, Preset } from '../../fields/field.types';
import type { Definition } from './definition.types';
import { isEnabledTrigger } from './graph.rules';

/** What of a field decides its sample value. */
export type SampledField = Pick<FieldDefinition, 'name' | 'type' | 'options' | 'validation'>;

/** A made-up submission for a test: one value for each field, of its type and within its options and preset. Always the same; files are left out, as in every submission. */
export function sampleFields(fields: readonly SampledField[]): Record<string, unknown> {
  const sampled = fields.filter(({ type }) => type !== 'file');
  return Object.fromEntries(sampled.map((field) => [field.name, sampleValue(field)]));
}

/** Where a made-up submission comes from: the API, unless the trigger lets only others pass. */
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

const TYPE_SAMPLES = {
  string: 'Sample text',
  number: 42,
  date: '2025-01-31',
  boolean: true,
} satisfies Record<Exclude<FieldType, 'array' | 'file'>, unknown> as Record<FieldType, unknown>;

/** Names and addresses that RFC 2606, RFC 5737 and RFC 3849 keep for examples, so that a sample never names anyone. */
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
