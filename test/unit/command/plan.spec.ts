import fc from 'fast-check';
import { FormModel, SERVICE_DOCUMENT } from '../../support/form-model';
import { definitions } from '../../support/random-definitions';
import { canonicalOfDefinition } from '../../../client/command/canonical/canonical';
import { newDefinitionText } from '../../../client/command/definition/new-definition';
import { parseDefinition } from '../../../client/command/definition/definition-file';
import type { FormDefinition } from '../../../client/command/definition/definition.types';
import type { Comparison } from '../../../client/command/plan/comparison';
import { compareForm } from '../../../client/command/plan/compare-form';
import { notesOf } from '../../../client/command/plan/plan-notes';
import type { PlanOptions, Step } from '../../../client/command/plan/plan.types';
import type { Service } from '../../../client/command/service/connection';

function comparisonOf(definition: FormDefinition): Comparison {
  const file = parseDefinition('forms/contact.yaml', newDefinitionText(definition, 'yaml'));
  const wanted = canonicalOfDefinition(definition, SERVICE_DOCUMENT);
  return { file, definition, wanted, form: null, document: SERVICE_DOCUMENT, options: {} };
}

/** Compares a definition with a form; null for none. */
const compare = (definition: FormDefinition, model: FormModel | null, options: PlanOptions = {}) =>
  compareForm({ ...comparisonOf(definition), form: model && model.read(), options });

/** Does a plan, of which every step must have an effect. */
function apply(steps: readonly Step[], model: FormModel): void {
  for (const step of steps) {
    const before = model.state;
    model.take(step);
    if (model.state === before) throw new Error(`${step.kind} has no effect`);
  }
}

/** A form that was made by a definition. */
function formOf(definition: FormDefinition): FormModel {
  const model = new FormModel();
  apply(compare(definition, null).steps, model);
  return model;
}

const NOTHING = { changes: [], steps: [], mistakes: [] };
const kindsOf = (steps: readonly Step[]) => steps.map((step) => (step.kind === 'update_form' ? Object.keys(step.patch).join() : step.kind));
const text = (name: string, more: object = {}) => ({ name, type: 'string' as const, ...more });
const subjects = ({ changes }: ReturnType<typeof compare>) => changes.map(({ sign, subject }) => `${sign} ${subject}`);

describe('compareForm', () => {
  it('finds no changes in a form that was just made by the same definition', () => {
    fc.assert(
      fc.property(definitions(), (definition) => expect(compare(definition, formOf(definition))).toEqual(NOTHING)),
      { numRuns: 200 },
    );
  });

  it('leads from any form to any definition by steps that all have an effect, and finds no changes then', () => {
    fc.assert(
      fc.property(definitions(), fc.array(definitions(), { minLength: 1, maxLength: 3 }), (first, others) => {
        const model = formOf(first);
        for (const definition of others) {
          apply(compare(definition, model, { replaceDraft: true }).steps, model);
          expect(compare(definition, model)).toEqual(NOTHING);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('tells a change for every step, and no change without a step', () => {
    fc.assert(
      fc.property(definitions(), definitions(), (first, second) => {
        const { changes, steps } = compare(second, formOf(first), { replaceDraft: true });
        expect(changes.length > 0).toBe(steps.length > 0);
      }),
    );
  });

  it('finds no changes in what the form itself has', () => {
    fc.assert(
      fc.property(definitions(), (definition) => {
        const model = formOf(definition);
        const content = JSON.parse(JSON.stringify(model.read().content)) as FormDefinition;
        expect(compare(content, model)).toEqual(NOTHING);
      }),
    );
  });

  it('disables first, enables last, renames before it adds, and deletes after it has published', () => {
    const model = formOf({ name: 'Old', status: 'enabled', fields: [text('fax'), text('email'), text('note')] });
    model.isLocked = false;
    const wanted: FormDefinition = {
      name: 'New',
      status: 'disabled',
      allowed_origins: ['https://example.com'],
      fields: [text('phone'), text('note', { label: 'Note' }), text('mail', { was: 'email' })],
      settings: { page: { title: 'Hello' } },
      workflow: { nodes: [{ id: 'start', type: 'submission_received', config: {} }], edges: [] },
      publish: true,
    };
    const rest = ['name,allowed_origins', 'update_field', 'create_field', 'update_field', 'reorder_fields', 'update_settings'];
    const end = ['save_draft', 'publish', 'delete_field'];
    const { steps } = compare(wanted, model);
    expect(kindsOf(steps)).toEqual(['status', ...rest, ...end]);
    expect(steps[2]).toEqual({ kind: 'update_field', name: 'email', patch: { name: 'mail' } });
    expect(steps[5]).toEqual({ kind: 'reorder_fields', names: ['phone', 'note', 'mail', 'fax'] });
    model.head.status = 'disabled';
    expect(kindsOf(compare({ ...wanted, status: 'enabled' }, model).steps)).toEqual([...rest, ...end, 'status']);
  });

  it('leaves alone what a definition does not have', () => {
    const model = formOf({
      name: 'Contact',
      status: 'enabled',
      allowed_origins: ['https://example.com'],
      fields: [text('email')],
      settings: { page: { title: 'Hello' }, retention: { days: 30 } },
      workflow: { nodes: [], edges: [] },
    });
    expect(compare({ name: 'Contact' }, model)).toEqual(NOTHING);
    expect(subjects(compare({ name: 'Contact', settings: { page: {} } }, model))).toEqual(['- settings page title']);
    expect(subjects(compare({ name: 'Contact', fields: [], allowed_origins: [] }, model))).toEqual(['- allowed_origins', '- fields email']);
  });

  it('does not reorder fields that are in order once others have retired', () => {
    const model = formOf({ name: 'Contact', fields: [text('a'), text('x'), text('b')] });
    const { steps } = compare({ name: 'Contact', fields: [text('a'), text('b'), text('c')] }, model);
    expect(kindsOf(steps)).toEqual(['create_field', 'delete_field']);
  });

  it('sends null for places and settings that are gone, and nothing for those that only the service knows', () => {
    const fields = [text('day', { options: ['Mon', 'Tue'] })];
    const places = { day: { Mon: 3, Tue: 4 } };
    const model = formOf({ name: 'Contact', fields, settings: { intake: { places, max_submissions: 5 }, page: { title: 'A' } } });
    const form = model.read();
    Object.assign(form.content.settings.page!, { sparkle: 'much' });
    Object.assign(form.content.settings, { spam: { siteverify: { level: 'off', score: 7 } } });
    const definition = { name: 'Contact', settings: { intake: { places: { day: { Tue: 4 } } }, page: {}, spam: {} } };
    const { steps } = compareForm({ ...comparisonOf(definition), form });
    const patch = {
      intake: { places: { day: { Mon: null } }, max_submissions: null },
      page: { title: null },
      spam: { siteverify: { level: null } },
    };
    expect(steps).toEqual([{ kind: 'update_settings', patch }]);
  });

  it('refuses settings that the service lacks, at their places', () => {
    const definition = { name: 'Contact', settings: { page: { title: 'A' }, notices: { mail: false }, respondent: {} } };
    const { page, respondent } = SERVICE_DOCUMENT.defaults;
    const { title: _, ...older } = page!;
    const document = { defaults: { page: older, respondent: respondent! } };
    const { mistakes, steps } = compareForm({ ...comparisonOf(definition), document });
    expect(mistakes.map(({ message, place }) => [message.replace(/\..*/, ''), place!.line])).toEqual([
      ['This service does not have the setting page title', 5],
      ['This service does not have the setting notices', 6],
    ]);
    expect(steps).toEqual([]);
  });

  it('tells no numbers of submissions to those who must not learn them', () => {
    const model = formOf({ name: 'Contact', fields: [text('email')] });
    model.submissions = 4711;
    const definition = { name: 'Contact', fields: [] };
    expect(JSON.stringify(compare(definition, model))).toContain('4711');
    expect(JSON.stringify(compare(definition, model, { withoutNumbers: true }))).not.toContain('4711');
  });

  it('shows headers and addresses of chats that the service has only where they are templates', () => {
    const flow = (headers: object, url: string) => ({
      nodes: [
        { id: 'hook', type: 'webhook' as const, config: { url: 'https://a.example.com', headers } },
        { id: 'chat', type: 'slack' as const, config: { url } },
      ],
      edges: [],
    });
    const model = formOf({ name: 'Contact', workflow: flow({ a: 'old key', b: '{{ secrets.B }}' }, 'https://chat.example.com/old') });
    const changesTo = (workflow: FormDefinition['workflow']) =>
      compare({ name: 'Contact', workflow }, model, { replaceDraft: true }).changes;
    expect(changesTo(flow({ a: 'new', b: 'newer' }, 'https://chat.example.com/new'))).toEqual([
      { sign: '~', subject: 'workflow nodes hook config headers a', before: '(hidden)', after: 'new' },
      { sign: '~', subject: 'workflow nodes hook config headers b', before: '{{ secrets.B }}', after: 'newer' },
      { sign: '~', subject: 'workflow nodes chat config url', before: '(hidden)', after: 'https://chat.example.com/new' },
    ]);
    const removed = JSON.stringify(changesTo({ nodes: [], edges: [] }));
    expect(removed).toContain('{{ secrets.B }}');
    expect(removed).not.toMatch(/old/);
  });

  it('tells which destinations come and go, and which get a new signing secret', () => {
    const hook = (id: string, config: object = {}) => ({
      id,
      type: 'webhook' as const,
      config: { url: 'https://a.example.com', ...config },
    });
    const model = formOf({ name: 'Contact', workflow: { nodes: [hook('kept'), hook('gone'), hook('paused')], edges: [] } });
    const nodes = [hook('kept'), { ...hook('paused'), disabled: true }, hook('other', { signing: 'none' }), hook('fresh')];
    const { changes } = compare({ name: 'Contact', workflow: { nodes, edges: [] } }, model, { replaceDraft: true });
    expect(changes.map(({ subject, note }) => [subject, note])).toEqual([
      ['workflow nodes gone', 'no destination of submissions any more'],
      ['workflow nodes paused disabled', 'no destination of submissions any more'],
      ['workflow nodes other', 'a new destination of submissions'],
      ['workflow nodes fresh', 'a new destination of submissions; signed by a new secret, which its receiver needs'],
    ]);
  });

  it('warns of a retention that gets shorter, and not of a longer one', () => {
    const retained = (days: number | null): FormDefinition => ({ name: 'A', settings: { retention: { days } } });
    const isWarned = (before: number | null, after: number | null) =>
      compare(retained(after), formOf(retained(before))).changes.some(({ note }) => note !== undefined);
    expect([isWarned(null, 30), isWarned(60, 30), isWarned(30, 60), isWarned(30, null)]).toEqual([true, true, false, false]);
  });
});

describe('notesOf', () => {
  it('names settings that only the service knows, and that have another value than their default', async () => {
    const form = formOf({ name: 'Contact' }).read();
    Object.assign(form.settings, { weather: { sun: true, rain: false } });
    Object.assign(form.settings.spam.siteverify, { score: 7 });
    const { spam, ...others } = SERVICE_DOCUMENT.defaults;
    const siteverify = { ...(spam!['siteverify'] as object), score: 5 };
    const document = { defaults: { ...others, spam: { ...spam, siteverify }, weather: { sun: false, rain: false } } };
    const notes = await notesOf(form, false, { document } as unknown as Service);
    expect(notes).toEqual(['Settings that this package does not know stay as they are: spam siteverify score, weather sun.']);
  });
});
