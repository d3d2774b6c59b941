import type { FormDefinition, Path } from '../definition/definition.types.js';
import { takesVariables } from '../definition/variables.js';
import { mapTexts } from '../objects.js';

/** A variable that stands for a value of the service. */
export interface MadeVariable {
  name: string;
  /** The place of the value, for people. */
  subject: string;
}

export interface HiddenSecrets {
  /** The definition with variables in the places of secrets. */
  definition: FormDefinition;
  variables: MadeVariable[];
}

const CHATS = ['slack', 'discord'];

/**
 * Puts variables in the places of the values that are secrets: headers and addresses of chats that are no templates. Their names begin with the
 * name of the file, since one environment serves all files. Texts that would be read as variables become one as well.
 */
export function withoutSecrets(definition: FormDefinition, fileName: string, taken: readonly string[]): HiddenSecrets {
  const names = new Set(taken);
  const variables: MadeVariable[] = [];
  const hide = (text: string, path: Path): string => {
    if (!takesVariables(path) || text === '') return text;
    if (!isSecret(definition, path, text) && !text.includes('${FORM_VAR_')) return text;
    const name = distinct(nameOf(definition, path, fileName), names);
    names.add(name);
    variables.push({ name, subject: subjectOf(definition, path) });
    return `\${${name}}`;
  };
  return { definition: mapTexts(definition, hide) as FormDefinition, variables };
}

function isSecret(definition: FormDefinition, path: Path, text: string): boolean {
  const [part, , index, , member] = path;
  if (part !== 'workflow' || text.includes('{{') || text.includes('{%')) return false;
  return member === 'headers' || (member === 'url' && CHATS.includes(nodeAt(definition, index).type));
}

const nodeAt = ({ workflow }: FormDefinition, index: string | number | undefined) => workflow!.nodes[Number(index)]!;

function nameOf(definition: FormDefinition, path: Path, fileName: string): string {
  const place = path[0] === 'workflow' ? [nodeAt(definition, path[2]).id, ...path.slice(4)] : path.slice(-2);
  const words = [fileName, ...place].filter((word) => word !== 'headers').map((word) => String(word).toUpperCase());
  return `FORM_VAR_${words.join('_').replaceAll(/[^A-Z0-9]+/g, '_')}`;
}

function distinct(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function subjectOf(definition: FormDefinition, path: Path): string {
  if (path[0] !== 'workflow') return path.join(' ');
  const { id } = nodeAt(definition, path[2]);
  return path[4] === 'headers' ? `the header ${path[5]} of ${id}` : `the ${path[4]} of ${id}`;
}
