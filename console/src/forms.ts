import { ApiError, type Form, type FormLabels } from 'form-collection-client';
import { api } from './api';
import { isKept, refreshRights } from './session/rights';
import { store } from './store';

/** A form as all sessions that read submissions know it; one with `forms:read` knows its revision as well. */
type KnownForm = FormLabels & { revision?: number };

/** The forms as last read: `listed` has all by name, without fields, and `whole` those that were read with fields, by id. */
const forms = store<{ listed: Form[]; whole: Readonly<Record<string, KnownForm>> }>({ listed: [], whole: {} });
const asked = new Set<string>(); // each revision is read once, since the form may be deleted meanwhile
let reading: Promise<void> | null = null;

/** All forms by name as they were last read, without their fields. */
export const knownForms = (): readonly Form[] => forms.listed;

/** Reads all forms; concurrent calls share one request. Answers may be cached for a moment, so call it after a form was changed. */
export function readForms(): Promise<void> {
  reading ??= read().finally(() => (reading = null));
  return reading;
}

/** The form with its fields if it is known. An unknown or changed form is requested. */
export function formOf(id: string): KnownForm | undefined {
  const known = forms.whole[id];
  const revision = forms.listed.find((form) => form.id === id)?.revision ?? known?.revision;
  const question = `${id} ${revision}`;
  if ((!known || known.revision !== revision) && !asked.has(question) && !areKept()) {
    asked.add(question);
    void readWhole(id).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status < 500)) asked.delete(question);
    });
  }
  return known;
}

/** The form with its fields, which is requested if it is unknown; undefined if the session may not read it. */
export async function wholeForm(id: string): Promise<KnownForm | undefined> {
  if (!forms.whole[id] && !areKept()) await readWhole(id).catch(() => undefined);
  return forms.whole[id];
}

/** True for a session that may read neither forms nor submissions. */
const areKept = (): boolean => isKept('forms:read') && isKept('submissions:read');

async function readWhole(form: string): Promise<void> {
  await refreshRights();
  const { data } = await (isKept('forms:read') ? api.getFormLabels : api.getForm)({ path: { form } });
  forms.whole = { ...forms.whole, [form]: data };
}

async function read(): Promise<void> {
  await refreshRights();
  if (isKept('forms:read')) return;
  const listed = new Map<string, Form>();
  for await (const form of api.listForms.items({ query: { limit: 50 } })) listed.set(form.id, form);
  forms.listed = [...listed.values()].sort((one, other) => one.name.localeCompare(other.name));
}
