import fc from 'fast-check';
import type { FieldOfFile, FormDefinition } from '../../client/command/definition/definition.types';
import type { WorkflowNode } from '../../client/src/index';

/**
 * Definitions that a service takes, with fields of every type, settings of every section, workflows, and parts that are left out. Many values
 * are spelled as the service does not store them. A name of a field has the same type in all of them, so that one definition can follow another
 * on a form whose names are locked.
 */
export const definitions = (): fc.Arbitrary<FormDefinition> =>
  fc
    .tuple(heads, maybe(fieldLists))
    .chain(([head, fields = []]) =>
      fc.tuple(fc.constant({ ...head, ...(fields.length > 0 && { fields }) }), settingsOf(head, fields), flows(fields)),
    )
    .map(([definition, settings, flow]) => ({ ...definition, ...settings, ...flow }));

/** Values of which some are left out. */
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 3 });

/** Objects of which any members may be left out. */
const someOf = <Members extends object>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }) =>
  fc.record(members, { requiredKeys: [] });

const oneOf = <const Values extends unknown[]>(...values: Values) => fc.constantFrom(...values) as fc.Arbitrary<Values[number]>;

/** Texts that YAML would read as something else, that are trimmed, and that are not ASCII. */
const lines = oneOf(
  'Contact',
  '  padded  ',
  'yes',
  'null',
  '1e3',
  '~',
  '# no comment',
  'key: value',
  '"quoted"',
  "it's",
  'Zoë 日本語 🎈',
  '{{ x }}',
);
const texts = fc.oneof(lines, oneOf('Two lines,\nand a last one.\n', ' \n indented\n', 'a\n\n\nb', '- no list\n- at all'));

const heads = fc.record(
  {
    name: fc.nat(1_000_000).map((number) => `Form ${number}`),
    status: oneOf('enabled', 'disabled'),
    allowed_origins: fc.uniqueArray(oneOf('https://www.example.com', 'HTTPS://Shop.Example.com:443/', 'https://*.example.org', 'null'), {
      maxLength: 3,
    }),
    validate_fields: fc.boolean(),
    notifications_enabled: fc.boolean(),
  },
  { requiredKeys: ['name'] },
);

const choices = fc.uniqueArray(oneOf('Monday', ' Tuesday ', 'Wed  nesday', 'no', '7', 'Ü'), { maxLength: 5 });
const labels = fc.option(fc.oneof(lines, oneOf('', '  ')));
const presets = { text: oneOf('url', 'tel', 'slug', 'uuid', 'hex_color', null), number: oneOf('integer', null) } as const;

const field = <Type extends FieldOfFile['type']>(
  name: string,
  type: Type,
  more: { options?: fc.Arbitrary<FieldOfFile['options']>; validation?: fc.Arbitrary<FieldOfFile['validation']> } = {},
): fc.Arbitrary<FieldOfFile> =>
  fc.record(
    { name: fc.constant(name), type: fc.constant(type), label: labels, required: fc.boolean(), ...more },
    { requiredKeys: ['name', 'type'] },
  );

const files = someOf({ max_files: fc.integer({ min: 1, max: 3 }), accept: oneOf(['.pdf'], ['image/*', '.txt']), note: lines });

/** Each list is a choice of these in any order. */
const fieldLists: fc.Arbitrary<FieldOfFile[]> = fc
  .tuple(
    fc.record({
      name: fc.constant('email'),
      type: fc.constant('string' as const),
      required: fc.boolean(),
      validation: fc.constant('email' as const),
    }),
    field('company', 'string', { validation: presets.text }),
    field('message', 'string', { options: fc.constant(null) }),
    field('day', 'string', { options: choices }),
    field('people', 'number', { validation: presets.number }),
    field('birthday', 'date'),
    field('agreed', 'boolean'),
    field('topics', 'array', { options: choices }),
    field('attachment', 'file', { options: files }),
    field('extra', 'string', {
      options: fc.record({ shown_as: lines, nested: fc.record({ list: fc.array(fc.nat(9), { maxLength: 3 }) }) }),
    }),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: 1 }));

type Settings = NonNullable<FormDefinition['settings']>;

function settingsOf(head: Partial<FormDefinition>, fields: readonly FieldOfFile[]): fc.Arbitrary<{ settings?: Settings }> {
  const sections = someOf<Settings>({
    page: pages(head),
    notifications: someOf({
      to: fc.uniqueArray(oneOf('a@example.com', 'B@example.com', 'c@example.com'), { maxLength: 3 }),
      ...named('reply_to_field', fields, isText),
    }),
    spam,
    intake: intake(fields),
    retention: someOf({ days: fc.option(fc.integer({ min: 1, max: 3_650 })) }),
    respondent: respondents(head, fields),
    notices: someOf({ mail: fc.boolean() }),
  });
  return someOf({ settings: sections });
}

/** A member with the name of a field, if there is one to name. */
const named = (
  member: string,
  fields: readonly FieldOfFile[],
  isFit: (field: FieldOfFile) => boolean,
): Record<string, fc.Arbitrary<string | null>> => {
  const names = fields.filter(isFit).map(({ name }) => name);
  return names.length > 0 ? { [member]: fc.constantFrom(...names, null) } : {};
};

const isText = ({ type }: FieldOfFile): boolean => type === 'string';

const pages = ({ allowed_origins: origins = [] }: Partial<FormDefinition>) =>
  someOf<Record<string, unknown>>({
    title: fc.option(lines),
    intro: fc.option(texts),
    submit_label: fc.option(lines),
    thanks_text: fc.option(texts),
    language: oneOf('auto', 'de', 'en', null),
    time_zone: oneOf('Europe/Berlin', 'UTC', null),
    accent_color: oneOf('#0b6e4f', '#0A7', null),
    frame: oneOf('allowed_origins', 'none', null),
    ...(origins.includes('https://www.example.com') && { redirect_url: oneOf('https://www.example.com/thanks', null) }),
  });

const levels = oneOf('off', 'observe', 'quarantine', null);
const spam = someOf<Record<string, unknown>>({
  honeypot: oneOf('quarantine', 'drop', 'off', null),
  too_fast: levels,
  min_seconds: fc.option(fc.integer({ min: 1, max: 9 })),
  links: levels,
  max_links: oneOf(0, 10, 25, null),
  repeated_text: levels,
  proof_of_work: oneOf('off', 'auto', 'require', null),
  siteverify: fc.option(
    someOf({ level: oneOf('off', null), provider: oneOf('turnstile', 'hcaptcha', null), site_key: oneOf('0x4AAA', null) }),
  ),
});

const intake = (fields: readonly FieldOfFile[]) =>
  someOf<Record<string, unknown>>({
    ...named('unique_by', fields, ({ type }) => type === 'string' || type === 'number'),
    on_duplicate: oneOf('refuse', 'thank', 'quarantine', null),
    max_submissions: oneOf(0, 100, null),
    max_stored_bytes: oneOf(1_000_000, null),
    places: places(fields),
    opens_at: oneOf('2026-01-02T03:04:05.678+02:00', '2026-01-02t00:00:00z', null),
    closes_at: oneOf('2036-01-02T03:04:05Z', '2036-01-02T03:04:05.999-05:00', null),
    per_address_per_minute: oneOf(1, 600, null),
    ignored_names: fc.uniqueArray(oneOf('utm_source', 'utm medium', 'Ü'), { maxLength: 3 }),
  });

function places(fields: readonly FieldOfFile[]): fc.Arbitrary<unknown> {
  const limited = fields.flatMap(({ name, options }) => (Array.isArray(options) && options.length > 0 ? [[name, options] as const] : []));
  const ofOption = (option: string) => [option.trim().replace(/ +/g, ' '), fc.option(fc.nat(30))] as const;
  const ofField = (options: readonly string[]) => fc.option(someOf(Object.fromEntries(options.map(ofOption))));
  return fc.option(someOf(Object.fromEntries(limited.map(([name, options]) => [name, ofField(options)]))));
}

function respondents({ validate_fields: isValidated }: Partial<FormDefinition>, fields: readonly FieldOfFile[]) {
  const address = fields.find(({ name }) => name === 'email');
  if (!address) return fc.constant<Record<string, unknown>>({});
  const confirmed = {
    address_field: fc.constant('email'),
    confirm: isValidated && address.required ? oneOf('ask', 'require') : fc.constant('ask'),
  };
  return fc.oneof(
    fc.record<Record<string, unknown>>(confirmed),
    someOf<Record<string, unknown>>({ address_field: oneOf('email', null), confirm: oneOf('off', null) }),
  );
}

/** Workflows that can be published: a chain of steps, of which each also follows when the one before it is off. */
const flows = (fields: readonly FieldOfFile[]): fc.Arbitrary<Pick<FormDefinition, 'workflow' | 'publish'>> => {
  const flow = fc.uniqueArray(steps(fields.map(({ name }) => name)), { maxLength: 6, selector: ({ id }) => id }).map((list) => ({
    nodes: [
      { id: 'start', type: 'submission_received', config: {} },
      { id: 'store', type: 'database', config: {} },
      ...list,
    ] as WorkflowNode[],
    edges: [
      { id: 'start-store', source: 'start', target: 'store', source_port: 'out' },
      ...list.map(({ id }, index) => ({ id: `to-${id}`, ...sourceOf(list[index - 1]), target: id })),
    ],
  }));
  return fc.oneof(fc.constant({}), fc.record({ workflow: flow, publish: fc.boolean() }, { requiredKeys: ['workflow'] }));
};

const PORTS: Readonly<Record<string, string>> = { condition: 'true', switch: 'default' };

/** Nothing can follow a `stop`, so that the step after it follows the beginning. */
function sourceOf(before?: WorkflowNode): { source: string; source_port?: string } {
  if (!before || before.type === 'stop') return { source: 'start' };
  const port = before.disabled ? undefined : PORTS[before.type];
  return { source: before.id, ...(port !== undefined && { source_port: port }) };
}

function steps(names: readonly string[]): fc.Arbitrary<WorkflowNode> {
  const where = fc
    .constantFrom(...names, null)
    .map((name) => ({ ...(name === null ? { path: 'submission.id' } : { field: name }), op: 'is_not_empty' }));
  const readable = names.filter((name) => name !== 'attachment');
  const template = fc.constantFrom('fixed', '{{ submission.id }}', ...readable.map((name) => `{{ fields.${name} }}`));
  const configs = {
    webhook: fc.record(
      {
        url: oneOf('https://crm.example.com/hook', 'https://b.example.com/'),
        headers: fc.constant({ 'x-token': 'abc' }),
        timeout_ms: oneOf(1000, 15_000),
      },
      { requiredKeys: ['url'] },
    ),
    slack: fc.record({ url: fc.constant('https://hooks.slack.example.com/services/T0/B0'), text: template }, { requiredKeys: ['url'] }),
    email: fc.record(
      { to: fc.constant(['office@example.com']), subject: template, attach_files: fc.boolean() },
      { requiredKeys: ['to', 'subject'] },
    ),
    filter: fc.record({ where }),
    condition: fc.record({ where: fc.record({ all: fc.array(where, { minLength: 1, maxLength: 2 }) }) }),
    switch: fc.record({ value: template, cases: fc.constant([{ key: 'one', op: 'eq', value: '1' }]) }),
    delay: fc.record({ seconds: fc.integer({ min: 1, max: 60 }) }),
    set_fields: fc.record({ set: fc.record({ kind: oneOf('a', 1, true, null) }) }),
    stop: someOf({ outcome: oneOf('succeeded', 'failed'), message: lines }),
  };
  const looks = someOf({ name: lines, disabled: fc.boolean(), ui: fc.record({ x: fc.nat(100), y: fc.nat(100) }) });
  const types = Object.entries<fc.Arbitrary<WorkflowNode['config']>>(configs).map(([type, config]) =>
    fc
      .tuple(fc.nat(2), config, looks)
      .map(([number, values, look]) => ({ id: `${type}-${number}`, type: type as WorkflowNode['type'], config: values, ...look })),
  );
  return fc.oneof(...types);
}

/** Names that stand for nothing else in a definition. */
const RENAMED = /\b(?:company|people|birthday|agreed|topics)\b/g;

/** The definition after some of its fields were renamed. */
export function renamed({ fields = [], ...others }: FormDefinition): FormDefinition {
  const newName = (name: string) => name.replace(RENAMED, '$&_now');
  const moved = fields.map((field) =>
    newName(field.name) === field.name ? field : { ...field, name: newName(field.name), was: field.name },
  );
  const definition = JSON.parse(newName(JSON.stringify(others))) as FormDefinition;
  return { ...definition, ...(moved.length > 0 && { fields: moved }) };
}
