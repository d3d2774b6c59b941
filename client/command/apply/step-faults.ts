import { ApiError } from '../../src/index.js';
import { type Finding, subjectOf } from '../check/finding.js';
import type { DefinitionFile } from '../definition/definition-file.js';
import type { FormDefinition, Path } from '../definition/definition.types.js';
import { Fault, faultOf, type Mistake } from '../faults.js';
import { plain } from '../plain.js';
import type { Step } from '../plan/plan.types.js';

/** An entry of `details.items` of a workflow that cannot be published. */
interface WorkflowMistake {
  message: string;
  node_id: string | null;
  edge_id: string | null;
  path: string | null;
}

/** Tells the failure of a step at the lines of the file that it comes from. Rethrows what no user can mend. */
export function faultOfStep(error: unknown, step: Step, file: DefinitionFile, definition: FormDefinition): Fault {
  const area = areaOf(step, definition);
  const mistakes = error instanceof ApiError ? mistakesOf(error as ApiError, step, area, definition) : [];
  const at = ({ path, message }: Finding): Mistake => ({
    message: sentence(`${subjectOf(path, file.value)} ${message}`),
    place: file.placeOf(path),
  });
  if (mistakes.length > 0) return new Fault(mistakes.map(at), { cause: error });
  const fault = faultOf(error);
  return new Fault(
    fault.mistakes.map(({ message, place = file.placeOf(area) }) => ({ message: plain(message), place })),
    { cause: error },
  );
}

const sentence = (text: string): string => plain(/[.?]$/.test(text) ? text : `${text}.`);

/** The part of the definition that a step carries out. */
function areaOf(step: Step, { fields = [] }: FormDefinition): Path {
  const indexOf = (name: string) => fields.findIndex((field) => field.name === name);
  switch (step.kind) {
    case 'create_form':
    case 'update_form':
      return [];
    case 'create_field':
      return ['fields', indexOf(step.field.name)];
    case 'update_field':
      return ['fields', indexOf(step.patch.name ?? step.name)];
    case 'reorder_fields':
    case 'delete_field':
      return ['fields'];
    case 'update_settings':
      return ['settings'];
    case 'save_draft':
    case 'publish':
      return ['workflow'];
  }
}

function mistakesOf({ code, details }: ApiError, step: Step, area: Path, definition: FormDefinition): Finding[] {
  if (code === 'validation_failed')
    return Object.entries(details).flatMap(([path, messages]) => {
      const members = step.kind === 'save_draft' ? path.replace(/^definition\.?/, '') : path;
      return [messages].flat().map((message) => ({ path: [...area, ...membersOf(members)], message: String(message) }));
    });
  if (code === 'workflow_validation_failed' && Array.isArray(details['items']))
    return (details['items'] as WorkflowMistake[]).map((item) => ({ path: pathIn(definition, item), message: item.message }));
  return [];
}

function pathIn({ workflow }: FormDefinition, { node_id: node, edge_id: edge, path }: WorkflowMistake): Path {
  const list = edge === null ? 'nodes' : 'edges';
  const index = workflow?.[list].findIndex(({ id }) => id === (edge ?? node)) ?? -1;
  return index < 0 ? ['workflow'] : ['workflow', list, index, ...membersOf(path ?? '')];
}

const membersOf = (path: string): Path =>
  path.split('.').flatMap((name) => (name === '' ? [] : [/^\d+$/.test(name) ? Number(name) : name]));
