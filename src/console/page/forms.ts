import type { FormView } from '../../../client/src/index.js';
import { api } from './api';
import { announce } from './shell/announce';

const byId = new Map<string, FormView>();
let reading: Promise<void> | null = null;

/** All forms of the session, by name, as they were last read. */
export const knownForms = (): FormView[] => [...byId.values()].sort((one, other) => one.name.localeCompare(other.name));

/** Reads all forms; calls at the same time share one reading. Answers may be kept for a moment: call it when a form was changed. */
export function readForms(): Promise<void> {
  reading ??= read().finally(() => (reading = null));
  return reading;
}

/** The form, when it is known. An unknown one is read, and the page drawn again. */
export function formOf(id: string): FormView | undefined {
  if (!byId.has(id) && !missing.has(id)) {
    missing.add(id); // asked for once: it may be deleted meanwhile
    void readForms().catch(() => missing.delete(id));
  }
  return byId.get(id);
}

const missing = new Set<string>();

async function read(): Promise<void> {
  const forms: FormView[] = [];
  for await (const form of api.listForms.items({ query: { limit: 50 } })) forms.push(form);
  byId.clear();
  for (const form of forms) byId.set(form.id, form);
  announce();
}
