import fc from 'fast-check';
import { changesBetween, stateNow } from '../../../client/command/apply/changed-meanwhile';
import { type FormState, stateAfter, stateOf } from '../../../client/command/apply/form-state';
import { scopesOf } from '../../../client/command/apply/rights';
import { keyOf } from '../../../client/command/apply/send-step';
import { faultOfStep } from '../../../client/command/apply/step-faults';
import { canonicalOfDefinition } from '../../../client/command/canonical/canonical';
import { parseDefinition } from '../../../client/command/definition/definition-file';
import type { FormDefinition } from '../../../client/command/definition/definition.types';
import { newDefinitionText } from '../../../client/command/definition/new-definition';
import { lineOf } from '../../../client/command/faults';
import { compareForm } from '../../../client/command/plan/compare-form';
import type { Step } from '../../../client/command/plan/plan.types';
import { ApiError } from '../../../client/src/index';
import { A_DEFINITION, AN_EDITED_DEFINITION } from '../../support/definitions';
import { FormModel, SERVICE_DOCUMENT } from '../../support/form-model';
import { definitions } from '../../support/random-definitions';

const fileOf = (definition: FormDefinition) => parseDefinition('forms/contact.yaml', newDefinitionText(definition, 'yaml'));

function stepsTo(definition: FormDefinition, model: FormModel | null): Step[] {
  const wanted = canonicalOfDefinition(definition, SERVICE_DOCUMENT);
  const form = model && model.read();
  return compareForm({ file: fileOf(definition), definition, wanted, form, document: SERVICE_DOCUMENT, options: { replaceDraft: true } })
    .steps;
}

function formOf(definition: FormDefinition): FormModel {
  const model = new FormModel();
  for (const step of stepsTo(definition, null)) model.take(step);
  return model;
}

describe('stateAfter', () => {
  it('is what a service has after each step of a plan, whatever the forms', () => {
    fc.assert(
      fc.property(definitions(), definitions(), (before, after) => {
        const model = formOf(before);
        let state = stateOf(model.read());
        for (const step of stepsTo(after, model)) {
          state = stateAfter(state, step, SERVICE_DOCUMENT);
          model.take(step);
          const { content, draftRevision, version } = stateOf(model.read());
          expect(state).toMatchObject({ draftRevision, version });
          expect(state.content).toEqual(content);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('knows a renamed field by its id', () => {
    const state = { ...stateOf(formOf(A_DEFINITION).read()), fieldIds: new Map([['full_name', '7']]) };
    const { fieldIds } = stateAfter(state, { kind: 'update_field', name: 'full_name', patch: { name: 'name' } }, SERVICE_DOCUMENT);
    expect([...fieldIds]).toEqual([['name', '7']]);
  });
});

describe('changesBetween', () => {
  const state = (more: Partial<FormDefinition> = {}): FormState => stateOf(formOf({ ...A_DEFINITION, ...more }).read());
  const { fields = [], workflow } = A_DEFINITION;

  it.each<[string, Partial<FormDefinition>, string[]]>([
    ['nothing', {}, []],
    ['the name', { name: 'Other' }, ['name']],
    ['an origin', { allowed_origins: [] }, ['allowed_origins']],
    [
      'members of a field',
      { fields: fields.map((field) => ({ ...field, label: 'X' })) },
      ['label of full_name', 'label of email', 'label of fax'],
    ],
    [
      'a field that came, and one that went',
      { fields: [...fields.slice(1), { name: 'town', type: 'string' }] },
      ['the field full_name', 'the field town'],
    ],
    ['the order of fields', { fields: fields.toReversed() }, ['the order of the fields']],
    ['a setting', { settings: { page: { title: 'Other' }, retention: { days: 365 } } }, ['page title']],
    ['the draft', { workflow: { ...workflow!, edges: [] } }, ['the draft of the workflow']],
    ['the published version', { publish: false }, ['the published version']],
  ])('names %s', (_, changes, expected) => {
    expect(changesBetween(state(), state(changes))).toEqual(expected);
  });

  it('is told without what a terminal would obey', () => {
    const [before, now] = [{}, { '\u001b]0;x\u0007': { a: 1 } }].map((more) =>
      formOf({ ...A_DEFINITION, settings: { intake: { places: { topic: { a: 1 }, ...more } } } }).read(),
    );
    const state = stateOf(before!);
    expect(() => stateNow(state, state, now!, { file: 'f', line: 1, column: 1 })).toThrow(/: intake places \ufffd\]0;x\ufffd\./);
  });
});

describe('keyOf', () => {
  const steps = stepsTo(AN_EDITED_DEFINITION, formOf(A_DEFINITION));
  const state = stateOf(formOf(A_DEFINITION).read());

  it('is the same for the same step of the same plan on the same form only', () => {
    const keys = [
      keyOf(steps, 1, state),
      keyOf(steps, 2, state),
      keyOf(steps.slice(1), 1, state),
      keyOf(steps, 1, { ...state, etag: '"2"' }),
      keyOf(steps, 1, { ...state, workflowEtag: '"w-2"' }),
      keyOf(steps, 1, { ...state, id: 'other' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf(structuredClone(steps), 1, state)).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('scopesOf', () => {
  it('has the scope of every step', () => {
    expect(new Set(scopesOf(stepsTo(AN_EDITED_DEFINITION, null)))).toEqual(
      new Set(['forms:create', 'forms:update', 'workflows:write', 'workflows:publish']),
    );
  });
});

describe('faultOfStep', () => {
  const definition = AN_EDITED_DEFINITION;
  const file = fileOf(definition);
  const steps = stepsTo(definition, formOf(A_DEFINITION));
  const step = (kind: Step['kind']): Step => steps.find((each) => each.kind === kind)!;
  const refusal = (code: string, details: object, status = 422) =>
    new ApiError('op', status, { error: { code, message: 'The request has invalid values.', details } });
  const lines = (error: unknown, of: Step): string[] => faultOfStep(error, of, file, definition).mistakes.map(lineOf);
  const lineWith = (text: string): number => file.text.split('\n').findIndex((line) => line.includes(text)) + 1;

  it.each<[string, Step, object, string, string]>([
    [
      'a form',
      stepsTo(definition, null)[0]!,
      { 'fields.2.options.1': ['must not be empty'] },
      'Sales',
      'fields topic options #2 must not be empty.',
    ],
    ['the members of a form', step('update_form'), { name: ['must be new'] }, 'name: Contact us', 'name must be new.'],
    ['a new field', step('create_field'), { options: ['must be few'] }, 'options:', 'fields topic options must be few.'],
    ['a renamed field', step('update_field'), { name: ['is taken'] }, 'name: name', 'fields name name is taken.'],
    ['settings', step('update_settings'), { 'page.intro': ['is too long'] }, 'intro:', 'settings page intro is too long.'],
    [
      'a draft',
      step('save_draft'),
      { 'definition.nodes.2.config': ['is too large'] },
      'config:\n',
      'workflow nodes crm config is too large.',
    ],
  ])('tells the line of %s', (_, of, details, text, message) => {
    const [told] = lines(refusal('validation_failed', details), of);
    expect(told).toMatch(/^forms\/contact\.yaml:\d+:\d+: /);
    expect(told!.replace(/^\S+ /, '')).toBe(message);
    if (!text.includes('\n')) expect(told).toContain(`yaml:${lineWith(text)}:`);
  });

  it('tells each mistake of a workflow at its step or connection', () => {
    const item = { code: 'x', message: 'must work', node_id: null, edge_id: null, path: null };
    const items = [{ ...item, node_id: 'crm', path: 'config.url' }, { ...item, node_id: 'start', edge_id: 'start-crm' }, item];
    expect(lines(refusal('workflow_validation_failed', { items }), step('publish')).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'workflow nodes crm config url must work.',
      'workflow edges start-crm must work.',
      'workflow must work.',
    ]);
  });

  it('tells other refusals, and a lost connection, at the part that the step is about', () => {
    const line = lineWith('name: name');
    expect(lines(refusal('field_contract_locked', {}, 409), step('update_field'))).toEqual([
      expect.stringMatching(
        new RegExp(`^forms/contact\\.yaml:${line}:\\d+: The request has invalid values\\. \\(op: 409 field_contract_locked\\)$`),
      ),
    ]);
    const lost = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
    expect(lines(lost, step('publish'))).toEqual([expect.stringMatching(/: The service cannot be reached: read ECONNRESET\.$/)]);
  });

  it('does not take a mistake of the program for one of the file', () => {
    expect(() => faultOfStep(new RangeError('x'), step('publish'), file, definition)).toThrow(RangeError);
  });
});
