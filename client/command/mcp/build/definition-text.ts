import { z } from 'zod';
import { type DefinitionFile, parseDefinition } from '../../definition/definition-file.js';
import { Fault } from '../../faults.js';
import { readServiceForm, type ServiceForm } from '../../service/service-form.js';
import type { Session } from '../session.js';

export const MOST_CHARACTERS = 200_000;

export const definitionText = z.string().min(1).max(MOST_CHARACTERS).describe('Text of a definition');

/** A text as if it were a file. Its mistakes are told at lines of the text. */
export const fileOf = (text: string): DefinitionFile => parseDefinition('definition.yaml', text);

/** Reads a form. Throws a `Fault` when there is none that the key sees. */
export async function formOf({ service }: Session, id: string, signal: AbortSignal): Promise<ServiceForm> {
  const form = await readServiceForm(service, id, { signal });
  if (form === null) throw new Fault('There is no such form that the key sees. find_forms tells the ids.');
  return form;
}
