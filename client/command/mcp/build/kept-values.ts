import type { CanonicalForm } from '../../canonical/canonical.types.js';
import type { DefinitionFile } from '../../definition/definition-file.js';
import type { FormDefinition, Path } from '../../definition/definition.types.js';
import { resolveVariables } from '../../definition/variables.js';
import type { Mistake } from '../../faults.js';
import { isSame, memberAt } from '../../objects.js';

/**
 * Puts what the form has in the places of variables into them. So an agent keeps values that it never sees, and cannot move one to another
 * place, or to another address. The environment is not asked, since the agent may write any name. A variable in a place where the form has
 * nothing is a mistake.
 */
export function withKeptValues(file: DefinitionFile, content: CanonicalForm | null): DefinitionFile {
  const value = structuredClone(file.value);
  const mistakes: Mistake[] = [];
  for (const { path, text } of resolveVariables(file.value, {}).uses) {
    const kept = keptAt(file.value as FormDefinition, content, path);
    if (typeof kept === 'string') put(value, path, kept);
    else mistakes.push({ message: `${text} ${LOST}`, place: file.placeOf(path) });
  }
  return { ...file, value, mistakes: [...file.mistakes, ...mistakes] };
}

const LOST =
  'stands for nothing that the form has here, or would go to another address than now: a person fills it in, with "form-collection apply".';

function keptAt({ workflow }: FormDefinition, content: CanonicalForm | null, path: Path): unknown {
  if (content === null || path[0] !== 'workflow') return memberAt(content, path);
  const node = workflow!.nodes[Number(path[2])]!;
  const served = content.workflow?.nodes.find(({ id, type }) => id === node.id && type === node.type);
  const goesElsewhere = path.at(-1) !== 'url' && !isSame(node.config['url'], served?.config['url']);
  return goesElsewhere ? undefined : memberAt(served, path.slice(3));
}

function put(value: unknown, path: Path, text: string): void {
  const parent = memberAt(value, path.slice(0, -1)) as Record<string, unknown>;
  parent[String(path.at(-1))] = text;
}
