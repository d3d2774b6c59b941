import fc from 'fast-check';
import { Document, isCollection, isScalar, type Scalar, visit } from 'yaml';
import openapi from '../../../openapi.json';
import { definitions } from '../../support/random-definitions';
import { canonicalOfDefinition } from '../../../client/command/canonical/canonical';
import { parseDefinition } from '../../../client/command/definition/definition-file';
import type { FormDefinition } from '../../../client/command/definition/definition.types';
import { isSame } from '../../../client/command/objects';
import { serviceDocumentOf } from '../../../client/command/service/service-document';
import { editedText } from '../../../client/command/pull/edited-text';
import { KeptVariables } from '../../../client/command/pull/kept-variables';
import { normalValues } from '../../../client/command/pull/normal-value';
import { definitionOf, withSections } from '../../../client/command/pull/served-definition';

const service = serviceDocumentOf(openapi as never);
const normal = normalValues(service);

const STYLES: readonly Scalar.Type[] = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'];

/** Writes a definition with comments, empty lines, quotes and indentation of any kind, chosen by numbers. */
function styled(definition: object, choices: readonly number[]): string {
  let [next, comments] = [0, 0];
  const pick = (ways: number): number => choices[next++ % choices.length]! % ways;
  const document = new Document(definition, { aliasDuplicateObjects: false });
  visit(document, {
    Node: (key, node) => {
      if (isCollection(node) && node !== document.contents && pick(7) === 0) node.flow = true;
      if (isScalar(node) && typeof node.value === 'string' && key === 'value') node.type = STYLES[pick(5)]!;
      if (key !== 'value' && pick(6) === 0) node.commentBefore = ` before ${comments++}`;
      if (key !== 'value' && pick(8) === 0) node.spaceBefore = true;
      if (key !== 'key' && isScalar(node) && pick(9) === 0) node.comment = ` behind ${comments++}`;
    },
  });
  const text = document.toString({ indent: 2 + pick(3), indentSeq: pick(2) === 0, lineWidth: 30 * pick(2) });
  return pick(2) === 0 ? text.replaceAll('\n', '\r\n') : text;
}

/** Texts with the definition that they say. */
const texts = fc
  .tuple(definitions(), fc.array(fc.nat(1000), { minLength: 50, maxLength: 200 }))
  .map(([definition, choices]) => ({ definition, text: styled(definition, choices) }))
  .filter(({ definition, text }) => isSame(parseDefinition('a.yaml', text).value, new Document(definition).toJS())); // the library has mistakes

function pulled(text: string, value: FormDefinition): string {
  const file = parseDefinition('a.yaml', text);
  expect(file.mistakes).toEqual([]);
  return editedText(file, { value, written: value }, { normal, kept: new KeptVariables(file.value, {}, normal) });
}

/** A definition as `pull` has it of a form, with the sections that a file has. */
function servedOf(definition: FormDefinition, sections: readonly string[] | null): FormDefinition {
  const canonical = definitionOf(canonicalOfDefinition(definition, service));
  const empty = Object.fromEntries((sections ?? []).map((section) => [section, {}]));
  const settings = { ...empty, ...canonical.settings };
  return withSections({ ...canonical, settings, ...(definition.publish && { publish: true }) }, sections);
}

const sectionsOf = ({ settings }: FormDefinition) => (settings ? Object.keys(settings) : null);
const linesOf = (text: string): string[] => text.split('\n');
const commentsOf = (text: string): number => text.match(/# (?:before|behind) \d+/g)?.length ?? 0;

describe('any text of a definition', () => {
  it('stays as it is when the form says the same, and changes one line with a new name', () => {
    const property = fc.property(texts, ({ definition, text }) => {
      const same = servedOf(definition, sectionsOf(definition));
      expect(pulled(text, same)).toBe(text);
      const renamed = pulled(text, { ...same, name: 'Renamed' });
      expect(linesOf(renamed).filter((line) => !linesOf(text).includes(line)).length).toBeLessThanOrEqual(1);
      expect(commentsOf(renamed)).toBe(commentsOf(text));
    });
    fc.assert(property, { numRuns: 60, endOnFailure: true });
  });

  it('says what another form has after it was taken over, and stays as it is then', () => {
    const property = fc.property(texts, definitions(), ({ definition, text }, other) => {
      const served = servedOf(other, sectionsOf(definition));
      const edited = pulled(text, served);
      const said = parseDefinition('a.yaml', edited).value as FormDefinition;
      expect(servedOf(said, sectionsOf(said))).toEqual(served);
      expect(pulled(edited, served)).toBe(edited);
      expect(linesOf(edited).every((line) => line === '' || line.endsWith('\r') === text.includes('\r\n'))).toBe(true);
    });
    fc.assert(property, { numRuns: 60, endOnFailure: true });
  });
});
