import fc from 'fast-check';
import type { Variable } from 'liquidjs';
import { engineFor, parseTemplate } from './liquid-engine';
import { variablesOf } from './template-variables.rules';

const PATHS = [
  'fields.a',
  'x',
  'y.z',
  'fields["b c"].d[0]',
  'fields[x]',
  'fields[other["k"].v].w',
  '[x].y',
  '[fields[y]].z',
  '"text"',
  '12',
  'true',
  '"t".size',
];
const VALUES = PATHS.flatMap((path) => [path, `${path} | default: y, allow_false: fields.c`, `${path} | append: "a" | slice: 0, x`]);
const value = fc.constantFrom(...VALUES);
const condition = fc.constantFrom(...PATHS.flatMap((path) => [path, `${path} == x or y contains fields.a`, `x and ${path} > 1`]));

const template = fc.letrec<{ part: string; text: string }>((tie) => ({
  text: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('text', '\n', ' '),
    value.map((it) => `{{ ${it} }}`),
    value.map((it) => `{% assign x = ${it} %}`),
    fc.tuple(condition, tie('text')).map(([it, text]) => `{% if ${it} %}${text}{% elsif fields.e %}{{ y }}{% else %}{{ x }}{% endif %}`),
    fc.tuple(condition, tie('text')).map(([it, text]) => `{% unless ${it} %}${text}{% endunless %}`),
    fc
      .tuple(fc.constantFrom('fields.list', 'x', 'y[x]'), tie('text'))
      .map(([it, text]) => `{% for y in ${it} limit: x %}${text}{% else %}{{ y }}{% endfor %}`),
    fc
      .tuple(fc.constantFrom('x', 'fields.f'), tie('text'))
      .map(([it, text]) => `{% case ${it} %}{% when "a", 1 %}${text}{% else %}{{ x }}{% endcase %}`),
  ),
})).text;

const pathOf = ({ segments }: Variable) => segments.map((segment) => (typeof segment === 'object' ? null : segment));

it('finds the variables that the analysis of LiquidJS finds, at their places', () => {
  fc.assert(
    fc.property(template, (text) => {
      const parsed = parseTemplate(text, 'text');
      const { globals, variables, locals } = engineFor('text').analyzeSync(parsed, { partials: false });
      const placeOf = (begin: number) => {
        const lines = text.slice(0, begin).split('\n');
        return [lines.length, lines.at(-1)!.length + 1];
      };
      const found = variablesOf(parsed);
      expect(found.globals.map(({ path, begin }) => [path, placeOf(begin)])).toEqual(
        Object.values(globals).flatMap((all) => all.map((each) => [pathOf(each), [each.location.row, each.location.col]])),
      );
      for (const root of ['x', 'y', 'fields', 'other']) {
        expect(found.locals.has(root)).toBe(locals[root] !== undefined || variables[root]?.length !== globals[root]?.length);
      }
    }),
    { numRuns: 500 },
  );
});
