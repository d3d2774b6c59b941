import { join, resolve } from 'node:path';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { checkDefinition } from '../check/check-definition.js';
import { type DefinitionFile, readDefinition } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { newDefinitionText } from '../definition/new-definition.js';
import { Fault } from '../faults.js';
import { replaceFile } from '../replace-file.js';
import type { ServiceDocument } from '../service/service-document.js';
import type { ServiceForm } from '../service/service-form.js';
import type { Terminal } from '../terminal.js';
import { editedText } from './edited-text.js';
import { KeptVariables } from './kept-variables.js';
import { normalValues } from './normal-value.js';
import { definitionOfService, withSections } from './served-definition.js';
import { type MadeVariable, withoutSecrets } from './secret-variables.js';

export interface PulledForm {
  path: string;
  form_id: string;
  result: 'written' | 'unchanged';
  /** Sentences about the values that are not in the file, and about a draft. No value of a variable is in them. */
  notes: string[];
}

/** Writes the file of a form that has none. */
export function writeNew(form: ServiceForm, folder: string, name: string, format: 'yaml' | 'json', { cwd }: Terminal): PulledForm {
  const served = definitionOfService(form);
  const { definition, variables } = withoutSecrets(withSections(served.definition, null), name, []);
  const path = join(folder, `${name}.${format}`);
  replaceFile(resolve(cwd, path), newDefinitionText(definition, format, folder));
  return { path, form_id: form.id, result: 'written', notes: [...served.notes, ...variables.map(noteOfNew)] };
}

/** Takes a form over into its file. Throws a `Fault` for a file with mistakes. */
export function updateFile(form: ServiceForm, path: string, document: ServiceDocument, terminal: Terminal): PulledForm {
  const { file, content } = readSound(path, form, terminal);
  const served = definitionOfService(form);
  const value = withSections(served.definition, sectionsOf(content, document));
  const normal = normalValues(document, [...form.fieldIds.keys()]);
  const kept = new KeptVariables(content, terminal.env, normal);
  const { definition: written, variables } = withoutSecrets(value, file.name, kept.names);
  const text = editedText(file, { value, written }, { normal, kept });
  const result = text === file.text ? 'unchanged' : 'written';
  if (result === 'written') replaceFile(resolve(terminal.cwd, path), text);
  const made = variables.filter(({ name }) => text.includes(`\${${name}}`));
  return { path, form_id: form.id, result, notes: [...new Set([...served.notes, ...kept.notes, ...made.map(noteOfNew)])] };
}

function readSound(path: string, form: ServiceForm, terminal: Terminal): { file: DefinitionFile; content: Partial<FormDefinition> } {
  const file = readDefinition(path, terminal);
  const { mistakes } = checkDefinition(file, null, form.content);
  if (mistakes.length > 0) throw new Fault(mistakes);
  return { file, content: file.value as Partial<FormDefinition> };
}

/** The sections that a file manages and that the service has; null for a file without settings. */
function sectionsOf({ settings }: Partial<FormDefinition>, { defaults }: ServiceDocument): string[] | null {
  return isJsonObject(settings) ? Object.keys(settings).filter((section) => Object.hasOwn(defaults, section)) : null;
}

const noteOfNew = ({ name, subject }: MadeVariable): string =>
  `${name} stands for ${subject}: its value has to be set in the environment of plan and apply`;
