import { FIELD_TYPES, PRESET_VALUES } from '../../forms/definition/field.types';
import { PRESET_RULES } from '../../forms/definition/preset.rules';
import type { Definition } from '../model/definition.types';
import { sampleFields, sampleSource, type SampledField } from './sample.rules';

const field = (type: SampledField['type'], more: Partial<SampledField> = {}): SampledField => ({
  name: 'f',
  type,
  options: null,
  validation: null,
  ...more,
});

const sample = (of: SampledField) => sampleFields([of]).f;

describe('sampleFields', () => {
  it('has a value for each type except files', () => {
    const samples = Object.fromEntries(FIELD_TYPES.map((type) => [type, sample(field(type))]));
    expect(samples).toEqual({
      string: 'Sample text',
      number: 42,
      date: '2025-01-31',
      boolean: true,
      array: ['Sample'],
      file: undefined,
    });
    expect(sampleFields([field('file')])).toEqual({});
  });

  it.each(PRESET_VALUES)('satisfies the preset %s for each type that it applies to', (preset) => {
    for (const type of PRESET_RULES[preset].applicableTypes) {
      expect(PRESET_RULES[preset].accepts(sample(field(type, { validation: preset })) as string)).toBe(true);
    }
  });

  it('chooses the first option', () => {
    expect(sample(field('string', { options: ['a', 'b'] }))).toBe('a');
    expect(sample(field('array', { options: ['a', 'b'] }))).toEqual(['a']);
    expect(sample(field('string', { options: { any: 1 } }))).toBe('Sample text');
    expect(sample(field('string', { options: [] }))).toBe('Sample text');
  });
});

describe('sampleSource', () => {
  const definition = (config: Record<string, unknown>, disabled = false): Definition => ({
    schema_version: 1,
    nodes: [{ id: 'start', type: 'submission_received', config, disabled }],
    edges: [],
  });

  it.each([
    [{}, 'api'],
    [{ sources: ['form_submit', 'api'] }, 'api'],
    [{ sources: ['form_submit'] }, 'form_submit'],
    [{ sources: ['hosted_form', 'form_submit'] }, 'hosted_form'],
    [{ sources: [] }, 'api'],
    [{ sources: 'form_submit' }, 'api'],
    [{ sources: [7] }, 'api'],
  ])('is accepted by the trigger %j', (config, source) => {
    expect(sampleSource(definition(config))).toBe(source);
  });

  it('is api without an enabled trigger', () => {
    expect(sampleSource(definition({ sources: ['form_submit'] }, true))).toBe('api');
  });
});
