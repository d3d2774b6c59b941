import type { RunFile, RunState } from '../model/run-state.types';
import type { SampledField } from './sample.rules';

export interface HardSample {
  /** The end of a sentence after "with", such as "every text empty". */
  name: string;
  start: Omit<RunState, 'nodes'>;
  /** True for texts with characters that JSON escapes, such as `"`. Samples with hard texts differ from each other in their texts only. */
  hasHardTexts: boolean;
}

/**
 * @param isValidated false for a form that stores every value as it was sent, so that any value may be a text
 * @param otherNames the names of values that no field has
 */
export function hardSamples(
  fields: readonly Pick<SampledField, 'name' | 'type'>[],
  isValidated: boolean,
  otherNames: Iterable<string>,
): HardSample[] {
  const others = fields.filter(({ type }) => type !== 'file');
  const fileFields = fields.filter(({ type }) => type === 'file').map(({ name }) => name);
  const sample = (name: string, valueOf: (type: SampledField['type']) => unknown, files: RunFile[] = []): HardSample => {
    const values = others.map((field): [string, unknown] => [field.name, valueOf(isValidated ? field.type : 'string')]);
    const given = values.filter(([, value]) => value !== undefined);
    const text = valueOf('string');
    const other = text === undefined ? [] : [...otherNames, 'another'].map((each): [string, unknown] => [each, text]);
    const start = startOf(Object.fromEntries(given), Object.fromEntries(other), files);
    return { name, start, hasHardTexts: files.length > 0 };
  };
  return [
    sample('every field missing', () => undefined),
    sample('ordinary values', (type) => typedValue(type, PLAIN)),
    sample('every box unticked', (type) => (BOXES.has(type) ? undefined : typedValue(type, PLAIN))),
    sample('every text empty', (type) => (type === 'array' ? [] : typedValue(type, ''))),
    ...HARD_TEXTS.map(([name, text]) => sample(`${name} in every text`, (type) => typedValue(type, text), filesWith(text, fileFields))),
  ];
}

/** Browsers do not send unticked boxes, so values of these types may be missing. */
const BOXES: ReadonlySet<SampledField['type']> = new Set(['boolean', 'array']);

const PLAIN = 'A sample text';

/** The texts have the same length, so that a condition on the length has the same outcome for each of them. */
const HARD_TEXTS = [
  ['a quotation mark', 'Sample "text"'],
  ['a backslash', 'Sample\\ text\\'],
  ['a line break', 'Sample\r\ntext\n'],
  ['a brace', '{{Sample}: 1}'],
] as const;

function typedValue(type: SampledField['type'], text: string): unknown {
  if (type === 'string') return text;
  if (type === 'array') return [text, text];
  if (type === 'date') return '2025-01-31';
  return type === 'number' ? 42 : true;
}

/** Two files, so that a template without a comma between two files fails. */
function filesWith(text: string, fields: readonly string[]): RunFile[] {
  const [first = 'file', ...others] = fields;
  return [first, ...(others.length > 0 ? others : [first])].map((field) => ({
    id: '019aa2c4-7a20-7e4f-8b6c-3d4e5f607182',
    field,
    filename: `${text}.pdf`,
    content_type: 'application/pdf',
    size_bytes: 48213,
    sha256: '0'.repeat(64),
    url: 'https://forms.example.com/files/***',
    url_expires_at: null,
  }));
}

/** The state of a test without a stored submission, which has more missing values than any other run. */
const startOf = (fields: RunState['fields'], other: RunState['other'], files: RunFile[]): HardSample['start'] => ({
  submission: {
    id: null,
    source: 'form_submit',
    received_at: '2025-01-31T10:00:00.000Z',
    has_files: files.length > 0,
    file_count: files.length,
    address_confirmed: false,
  },
  form: { id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', name: 'A "sample"' },
  labels: {},
  run: { id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f', workflow_version: null },
  fields,
  other,
  files,
});
