import fc from 'fast-check';
import { Parser, type Template, Tokenizer } from 'liquidjs';
import { engineFor, parseTemplate } from './liquid-engine';
import { isTooDeep, MAX_LEVELS } from './template-levels';

/** The levels of tags or brackets that LiquidJS itself reads in a template; null for one that it refuses. */
function levelsOf(template: string): number | null {
  const { readValue } = Tokenizer.prototype;
  let [open, most] = [0, 0];
  const reading = jest.spyOn(Tokenizer.prototype, 'readValue').mockImplementation(function (this: Tokenizer) {
    most = Math.max(most, open++);
    const value = readValue.call(this);
    open -= 1;
    return value;
  });
  try {
    const tags = tagLevelsOf(new Parser(engineFor('text')).parse(template));
    return Math.max(tags, most);
  } catch {
    return null;
  } finally {
    reading.mockRestore();
  }
}

const tagLevelsOf = (templates: Template[]): number =>
  Math.max(0, ...templates.map((tag) => (tag.children ? 1 + tagLevelsOf(contentOf(tag)) : 0)));

const contentOf = (tag: Template): Template[] => tag.children!(false, true).next().value as Template[];

function outcomeOf(template: string): 'accepted' | 'too deep' | 'refused' {
  try {
    parseTemplate(template, 'text');
    return 'accepted';
  } catch (error) {
    return isTooDeep(error) ? 'too deep' : 'refused';
  }
}

const repeated = (begin: string, end: string, levels: number) => begin.repeat(levels) + end.repeat(levels);

const NESTINGS: [title: string, template: (levels: number) => string][] = [
  ['if', (levels) => repeated('{% if fields.a %}', '{% endif %}', levels)],
  ['if with trimmed space', (levels) => repeated('{%-if 1-%}', '{%-endif-%}', levels)],
  ['if in an else', (levels) => repeated('{% if 1 %}{% else %}', '{% endif %}', levels)],
  ['if in an elsif', (levels) => repeated('{% if 1 %}{% elsif 2 %}', '{% endif %}', levels)],
  ['unless', (levels) => repeated('{% unless fields.a %}', '{% endunless %}', levels)],
  ['for', (levels) => repeated('{% for a in fields.a %}', '{% endfor %}', levels)],
  ['case', (levels) => repeated('{% case fields.a %}{% when 1 %}', '{% endcase %}', levels)],
  ['brackets of an output', (levels) => `{{ ${repeated('a[', ']', levels)} }}`],
  ['brackets after a quoted bracket', (levels) => `{{ "]"${repeated('["]"', ']', levels)} }}`],
  ['brackets behind a quotation that LiquidJS skips', (levels) => `{% assign c = a[b "]x${repeated('[', ']', levels)} %}`],
  ['brackets of a filter', (levels) => `{{ 1 | plus: ${repeated('a[', ']', levels)} }}`],
  ['brackets of an if', (levels) => `{% if ${repeated('a[', ']', levels)} %}{% endif %}`],
  ['brackets of an elsif', (levels) => `{% if 1 %}{% elsif ${repeated('a[', ']', levels)} %}{% endif %}`],
  ['brackets of a for', (levels) => `{% for a in ${repeated('a[', ']', levels)} %}{% endfor %}`],
  ['brackets of a limit', (levels) => `{% for a in b limit: ${repeated('a[', ']', levels)} %}{% endfor %}`],
  ['brackets of an assignment', (levels) => `{% assign a = ${repeated('a[', ']', levels)} %}`],
];

describe('a template', () => {
  it.each(NESTINGS)('may have 50 levels of %s, and no more', (_title, template) => {
    expect(outcomeOf(template(MAX_LEVELS))).toBe('accepted');
    expect(levelsOf(template(MAX_LEVELS + 1))).toBe(MAX_LEVELS + 1);
    expect(outcomeOf(template(MAX_LEVELS + 1))).toBe('too deep');
  });

  it.each([
    ...NESTINGS,
    ['parentheses', (levels: number) => `{{ ${'('.repeat(levels)}`.slice(0, -1) + ' }}'],
    ['brackets of a when', (levels: number) => `{% case 1 %}{% when ${repeated('a[', ']', levels)} %}{% endcase %}`],
    ['tags of all kinds without an end', (levels: number) => '{% if 1 %}{% for a in b %}{% unless 1 %}'.repeat(levels)],
  ] as typeof NESTINGS)('is refused for 10,000 levels of %s', (_title, template) => {
    expect(outcomeOf(template(10_000))).toBe('too deep');
  });

  it('may have any number of tags and brackets beside each other', () => {
    expect(outcomeOf('{% if a %}{% endif %}'.repeat(500))).toBe('accepted');
    expect(outcomeOf(`{{ a${'[0]'.repeat(500)} | plus: ${'b[a[1]].c'.repeat(50)} }}`)).toBe('accepted');
    expect(outcomeOf(`{{ "${'['.repeat(500)}" }}${'(['.repeat(500)}`)).toBe('accepted');
  });
});

const wrapped = (levels: fc.Arbitrary<(inner: string) => string>, core: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(levels, { maxLength: 60, size: 'max' }), core)
    .map(([around, inner]) => around.reduce((text, wrap) => wrap(text), inner));

/** Paths with quoted brackets, some of which LiquidJS takes for brackets. */
const path = wrapped(
  fc.constantFrom(
    (inner) => `a[${inner}]`,
    (inner) => `a[0][${inner}].b`,
    (inner) => `"x"[${inner}]`,
    (inner) => `b.c["]"][ ${inner} "["]`,
  ),
  fc.constantFrom('a', 'a.b', '"]"', "'['", '1', 'true'),
);
const nested = wrapped(
  fc.constantFrom(
    (inner) => `{% if a == 1 %}${inner}{% elsif b[c[1]] %}{% endif %}`,
    (inner) => `{%- unless a %}x{% else %}${inner}{% endunless -%}`,
    (inner) => `{% for a in b %}${inner}{% endfor %}{% if a %}{% endif %}`,
    (inner) => `{% case a %}{% when 1, "[" %}${inner}{% endcase %}`,
  ),
  fc.oneof(
    path.map((at) => `{{ 1 | append: ${at} }}`),
    path.map((at) => `{% if a %}{% elsif ${at} %}{% endif %}`),
  ),
);

const markup = fc.constantFrom(
  ...['{% if a %}', '{% endif %}', '{% for a in b %}', '{% endfor %}', '{%else%}', '{{', '}}', '{%', '%}', ' raw '],
  ...['a', '[', ']', '"', "'", '(', ')', '.', '|', ':', ' ', 'and', 'contains', '\n', '-', '1', 'case a', 'endcase'],
);

describe('the count of levels', () => {
  it('is that of LiquidJS, for templates that it accepts and for others', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nested,
          fc.array(fc.oneof(markup, nested)).map((parts) => parts.join('')),
        ),
        (template) => {
          const levels = levelsOf(template);
          if (levels === null) expect(outcomeOf(template)).not.toBe('accepted');
          else expect(outcomeOf(template)).toBe(levels > MAX_LEVELS ? 'too deep' : 'accepted');
        },
      ),
      { numRuns: 500 },
    );
  });
});
