import fc from 'fast-check';
import { expectQuick } from '../../../test/support/processor-time';
import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import { SAFE_FILTERS } from './liquid-engine';
import { NodeWork, RunBudget, RUN_BUDGET, TEMPLATE_BUDGET, TemplateFailure } from './render-budget';
import { TemplateRenderer } from './template-renderer';

const atOnce = () => Promise.resolve();
const LOOP = '{% for entry in fields.list %}{{ entry }}{% endfor %}';
const aList = (length: number) => Array.from({ length }, (_, index) => index % 10);

const render = (template: string, fields: Record<string, unknown>, work: NodeWork) =>
  new TemplateRenderer(aRunState(fields), work).renderText(template);

/** The outcome of a rendering, and the units of work that it took. */
async function measured(template: string, fields: Record<string, unknown>, turn = atOnce): Promise<unknown> {
  let units = 0;
  const work = new NodeWork((spent) => (units += spent), turn);
  const outcome = await render(template, fields, work).catch((error: Error) => error.message);
  return { outcome, units };
}

describe('the budget of a template', () => {
  it('is named when a template exceeds it', async () => {
    await expect(render(LOOP, { list: aList(30_000) }, someWork())).rejects.toThrow(
      new TemplateFailure('A template exceeds its rendering budget of 5,000,000 units of work.'),
    );
  });

  it('is enough for a list of thousands of entries', async () => {
    expect(await render(LOOP, { list: aList(5000) }, someWork())).toHaveLength(5000);
  });

  it.each([
    ['empty loops', '{% for a in fields.list %}{% for b in fields.list %}{% endfor %}{% endfor %}'],
    [
      'loops that are nested deeply',
      `${'{% for a in fields.one %}'.repeat(49)}{% for b in fields.list %}{% assign c = b %}{% endfor %}${'{% endfor %}'.repeat(49)}`,
    ],
    ['filters that are chained in a loop', '{% for a in fields.list %}{% assign b = fields.text | slice: -1 %}{% endfor %}'],
    ['a list of all fields in a loop', '{% for a in fields.list %}{% if all_fields == "" %}{% endif %}{% endfor %}'],
    ['the keys of an object in a loop', '{% for a in fields.list %}{% for k in fields.object limit: 1 %}{% endfor %}{% endfor %}'],
    ['the size of an object in a loop', '{% for a in fields.list %}{% if fields.object.size > 9 %}{% endif %}{% endfor %}'],
    ['a long key in a loop', '{% for a in fields.list %}{% if fields[fields.text] %}{% endif %}{% endfor %}'],
    ['names of months', `{{ "2025-01-31" | date: "${'%B'.repeat(8000)}" }}`],
    ['indented JSON', '{{ fields.deep | json: 10 }}'],
    ['a list of empty texts', `{% for a in fields.list %}{% assign b = fields.empty | join: "" %}{% endfor %}`],
  ])('bounds the processor time of %s', async (_title, template) => {
    const fields = {
      list: aList(32_000),
      one: [1],
      text: 'a'.repeat(64_000),
      object: Object.fromEntries(aList(8000).map((value, index) => [`k${index}`, value])),
      empty: aList(20_000).map(() => ''),
      deep: Array.from({ length: 30 }, () => JSON.parse('['.repeat(900) + ']'.repeat(900)) as unknown),
    };
    const failing = () => expect(render(template, fields, someWork())).rejects.toThrow(/budget of 5,000,000 units/);
    await expectQuick(failing, 5000);
  });
});

describe('the budget of a run', () => {
  it('is shared by its nodes, and named when they exceed it', async () => {
    const budget = new RunBudget();
    const fields = { list: aList(8000) };
    const renderAll = async () => {
      for (let node = 0; node < 100; node += 1) await render(LOOP, fields, budget.begin(`n${node}`, atOnce));
    };
    await expect(renderAll()).rejects.toThrow(
      'The templates and conditions of the run exceed its rendering budget of 100,000,000 units of work.',
    );
    await expect(render('{{ fields.x }}', {}, budget.begin('last', atOnce))).rejects.toThrow(/of the run exceed/);
  });

  it('counts only the last attempt of a node', () => {
    const budget = new RunBudget();
    for (let attempt = 0; attempt < 5; attempt += 1) budget.begin('node', atOnce).spend(RUN_BUDGET / 2);
    expect(() => budget.begin('other', atOnce).spend(RUN_BUDGET / 2 + 1)).toThrow(TemplateFailure);
  });
});

describe('the work of a template', () => {
  it('gives others their turn many times before the budget of the template is spent', async () => {
    let turns = 0;
    const turn = () => Promise.resolve(void (turns += 1));
    await expect(render(LOOP, { list: aList(30_000) }, someWork(turn))).rejects.toThrow(TemplateFailure);
    expect(turns).toBeGreaterThan(TEMPLATE_BUDGET / 100_000);
  });

  const names = fc.constantFrom('text', 'list', 'number', 'absent', 'object');
  const parts = fc.oneof(
    fc.tuple(names, fc.constantFrom(...SAFE_FILTERS)).map(([name, filter]) => `{{ fields.${name} | ${filter}: 1 }}`),
    names.map((name) => `{% for a in fields.${name} %}{% for b in fields.list %}{{ b | append: a }}{% endfor %}{% endfor %}`),
    names.map((name) => `{% if fields.${name} contains "a" or fields.list == fields.${name} %}x{% endif %}`),
  );
  const inputs = fc.record({
    template: fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
    fields: fc.record({
      text: fc.integer({ max: 20_000, min: 0 }).map((length) => 'ab <'.repeat(length)),
      list: fc.integer({ max: 800, min: 0 }).map(aList),
      number: fc.integer(),
      object: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
    }),
  });

  it('and its outcome are the same on every machine, at every speed and with every division of the time', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async ({ template, fields }) => {
        const fast = await measured(template, fields);
        const clock = jest.spyOn(performance, 'now').mockImplementation(() => (slowMs += 1000));
        let slowMs = 0;
        const slow = await measured(template, structuredClone(fields), () => new Promise(setImmediate));
        clock.mockRestore();
        expect(slow).toEqual(fast);
      }),
      { numRuns: 100 },
    );
  });
});
