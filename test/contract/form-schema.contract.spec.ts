import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkDefinition } from '../../client/command/check/check-definition.js';
import { parseDefinition } from '../../client/command/definition/definition-file.js';
import { parseTimestamp } from '../../src/api/validation/date.rules';
import type { Answer } from '../support/api';
import { shareApp } from '../support/app';
import { aForm } from '../support/forms';
import { workflowPath } from '../support/workflows';

/** Any schema of a member, as far as values are made from it. */
interface Member {
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Member>;
  items?: Member;
}

const schema = JSON.parse(readFileSync('client/form.schema.json', 'utf8')) as Member & { $defs: Record<string, Member> };

/** The members of an object of the schema, such as `workflow.nodes.items`. */
const membersOf = (path: string): Record<string, Member> =>
  path.split('.').reduce<Member>((around, name) => (name === 'items' ? around.items! : around.properties![name]!), schema).properties!;

const formats = { 'date-time': (text: string) => parseTimestamp(text) !== null };
const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, allowUnionTypes: true, formats });
const fits = ajv.compile(schema);

const FORM = {
  name: 'Contact',
  validate_fields: true,
  notifications_enabled: false,
  allowed_origins: ['https://www.example.com'],
  fields: [
    { name: 'email', type: 'string', required: true, validation: 'email' },
    { name: 'workshop', type: 'string', options: ['Monday', 'Tuesday'] },
  ],
};

/** Values of every type, and what people write by mistake. */
const ANY_VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 1.5, 2 ** 60, '', ' ', 'a', 'A_b', ' a ', 'a\n', 'a\nb', 'a\u0007', 'a\0', '\ud800', '${FORM_VARX}'],
  ...[[], ['a'], ['a', 'a'], [1], [null], {}, { a: 1 }, { a: { b: 1 } }, { workshop: { Monday: 1, Friday: null } }, { workshop: null }],
  ...['#0a7', 'Europe/Berlin', 'https://www.example.com/a', 'https://www.example.com', '2026-11-20T21:26:00+01:00', '2026-11-20', 'email'],
  ...[['a@b.example'], ['a@b.example', 'A@b.example'], ['https://*.example.com'], ['capacitor://localhost'], ['https://a.example/b']],
];

/** Values around every limit of a member, and some of any type: others for the next member. */
function valuesFor({ examples = [], maxLength, maxItems, minimum, maximum, ...member }: Member, index: number): unknown[] {
  const words = member.enum ?? [];
  return [
    ...ANY_VALUES.filter((_, place) => (place + index) % SHARE === 0),
    ...words,
    ...words.filter((word) => typeof word === 'string').map((word) => word.toUpperCase()),
    ...examples,
    ...(member.default === undefined ? [] : [member.default]),
    ...[minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1])),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength), 'a'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength)]),
    ...(maxItems === undefined ? [] : [distinct(maxItems), distinct(maxItems + 1)]),
  ];
}

/** Each member has this part of the values, so that each value is tried with many members. */
const SHARE = 6;

/** Each member of an object, and one that it does not have, with each of its values. */
const membersWithValues = (properties: Record<string, Member>): [string, unknown][] =>
  Object.entries({ ...properties, other: {} }).flatMap(([name, member], index) =>
    valuesFor(member, index).map((value): [string, unknown] => [name, value]),
  );

const distinct = (length: number): string[] => Array.from({ length }, (_, index) => `a${index}`);

/** A config of each type that needs one. */
const SOUND: Record<string, object> = {
  filter: { where: { field: 'email', op: 'is_not_empty' } },
  condition: { where: { any: [{ path: 'submission.source', op: 'eq', value: 'api' }] } },
  switch: { value: '{{ fields.workshop }}', cases: [{ key: 'one', op: 'eq', value: 'Monday' }] },
  map_values: { field: 'workshop', map: { Monday: 1 } },
  delay: { seconds: 60 },
  webhook: { url: 'https://hook.example.com', headers: { 'x-one': '{{ fields.email }}' }, body: { mode: 'fields' } },
  email: { to: ['office@example.com'], subject: 'Hello' },
  slack: { url: 'https://hook.example.com' },
  discord: { url: 'https://hook.example.com' },
};
const BODIES = [{ mode: 'template' }, { mode: 'standard', other: 1 }, {}, { mode: 'fields' }];
const COMPARISON = { field: 'email', op: 'eq', value: 'a' };
const CONDITIONS = [
  ...[
    COMPARISON,
    { not: COMPARISON },
    { all: [COMPARISON, { any: [COMPARISON] }] },
    { all: [] },
    { any: [{}] },
    { not: {}, all: [COMPARISON] },
  ],
  ...[{ ...COMPARISON, op: 'near' }, { ...COMPARISON, path: 'form.id' }, { ...COMPARISON, other: 1 }, { not: { all: 1 } }],
];

interface Case {
  definition: object;
  send: () => Promise<Answer>;
  /** Takes back what was accepted. */
  after?: () => Promise<Answer>;
}

/** The answers with which schema or check disagree; all others are 2xx or 422. `known` are refusals that neither can foresee. */
async function disagreements(cases: readonly Case[], known: RegExp = /^$/): Promise<unknown[]> {
  const found: unknown[] = [];
  const counts = { accepted: 0, refused: 0 };
  for (const { definition, send, after } of cases) {
    const { status, body } = await send();
    expect([200, 201, 400, 422]).toContain(status);
    const isAccepted = status < 300;
    if (isAccepted) await after?.();
    counts[isAccepted ? 'accepted' : 'refused'] += 1;
    const details = JSON.stringify(body.error?.details ?? null);
    const isFit = fits(definition);
    const { mistakes } = checkDefinition(parseDefinition('form.json', JSON.stringify(definition)), null);
    if (isAccepted ? !isFit || mistakes.length > 0 : mistakes.length === 0 && !known.test(details))
      found.push({ definition, status, details, isFit, mistakes });
  }
  expect(counts.accepted).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(20);
  return found;
}

describe('the schema of forms as files', () => {
  it('is one of JSON Schema 2020-12, in which every keyword has an effect or is a note', () => {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(JSON.stringify(schema)).not.toMatch(/"(?:nullable|example|discriminator|x-[\w-]+)":/);
  });

  it('has the defaults of all settings, so that editors show them', async () => {
    const app = await shareApp();
    const { body } = await app.api.get(`/v1/forms/${(await aForm(app.api)).id}/settings`);
    const defaultsOf = ({ properties = {} }: Member): object =>
      Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, 'default' in member ? member.default : defaultsOf(member)]),
      );
    expect(body.data).toMatchObject(defaultsOf({ properties: membersOf('settings') }));
  });

  it('agrees with the service, as check does, on each setting', async () => {
    const app = await shareApp();
    const form = await aForm(app.api, FORM);
    const path = `/v1/forms/${form.id}/settings`;
    const cases = Object.entries(membersOf('settings')).flatMap(([section, { properties = {} }]) => {
      const reset = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
      return membersWithValues(properties).map(([name, value]): Case => {
        const settings = { [section]: { [name]: value } };
        const send = () => app.api.patch(path, settings, { ifMatch: '*' });
        const after = () => app.api.patch(path, { [section]: reset }, { ifMatch: '*' });
        return { definition: { ...FORM, settings }, send, after };
      });
    });
    expect(await disagreements(cases)).toEqual([]);
  });

  it('agrees with the service, as check does, on each member of a form and of a field', async () => {
    const app = await shareApp();
    const { name, allowed_origins, validate_fields, notifications_enabled } = schema.properties!;
    const { was: _, ...ofField } = membersOf('fields.items');
    const members = {
      name: name!,
      allowed_origins: allowed_origins!,
      validate_fields: validate_fields!,
      notifications_enabled: notifications_enabled!,
    };
    const forms = membersWithValues(members).map(([member, value]) => ({ ...FORM, [member]: value }));
    const changed = membersWithValues(ofField).map(([member, value]) => ({ ...FORM, fields: [{ ...FORM.fields[0], [member]: value }] }));
    const cases = [...forms, ...changed].map((definition): Case => ({ definition, send: () => app.api.post('/v1/forms', definition) }));
    expect(await disagreements(cases)).toEqual([]);
  });

  it('agrees with the service, as check does, on each member of a step and of a connection in a draft', async () => {
    const app = await shareApp();
    const form = await aForm(app.api, FORM);
    const trigger = { id: 'trigger', type: 'submission_received', config: {} };
    const store = { id: 'store', type: 'database', config: {} };
    const edge = { id: 'edge', source: 'trigger', target: 'store' };
    const drafts = [
      ...membersWithValues(membersOf('workflow.nodes.items')).map(([member, value]) => ({
        nodes: [trigger, { ...store, [member]: value }],
        edges: [],
      })),
      ...membersWithValues(membersOf('workflow.edges.items')).map(([member, value]) => ({
        nodes: [trigger, store],
        edges: [{ ...edge, [member]: value }],
      })),
    ];
    const cases = drafts.map((workflow): Case => {
      const draft = { definition: { schema_version: 1, ...workflow } };
      return { definition: { ...FORM, workflow }, send: () => app.api.put(`${workflowPath(form)}/draft`, draft, { ifMatch: '*' }) };
    });
    expect(await disagreements(cases)).toEqual([]);
  });

  it('agrees with the service, as check does, on each setting of a step that is published', async () => {
    const app = await shareApp();
    const form = await aForm(app.api, FORM);
    const configs = (membersOf('workflow.nodes.items').type!.enum as string[]).flatMap((type) => {
      const { properties = {} } = schema.$defs[`config_${type}`]!;
      const sound = SOUND[type] ?? {};
      const changed = membersWithValues(properties).map(([member, value]) => ({ ...sound, [member]: value }));
      const bodies = type === 'webhook' ? BODIES.map((body) => ({ ...sound, body })) : [];
      const conditions = type === 'filter' ? CONDITIONS.map((where) => ({ where })) : [];
      return [sound, ...changed, ...bodies, ...conditions].map((config) => ({ id: 'step', type, config }));
    });
    const cases = configs.map((step): Case => {
      const start = { id: 'trigger', type: 'submission_received', config: {} };
      const isStart = step.type === start.type;
      const workflow = {
        nodes: [isStart ? step : start, ...(isStart ? [] : [step]), { id: 'store', type: 'database', config: {} }],
        edges: [
          { id: 'one', source: isStart ? 'step' : 'trigger', target: 'store' },
          ...(isStart ? [] : [{ id: 'two', source: 'trigger', target: 'step' }]),
        ],
      };
      const send = async () => {
        const draft = { definition: { schema_version: 1, ...workflow } };
        const saved = await app.api.put(`${workflowPath(form)}/draft`, draft, { ifMatch: '*' });
        return saved.status === 200 ? app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' }) : saved;
      };
      return { definition: { ...FORM, workflow, publish: true }, send };
    });
    expect(await disagreements(cases, /"(?:unknown_field|unknown_option|unknown_secret|blocked_url|untrusted_recipient)"/)).toEqual([]);
  });
});
