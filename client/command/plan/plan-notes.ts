import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { AuditEvent } from '../../src/index.js';
import { canonicalSection } from '../canonical/canonical.js';
import type { Service } from '../service/connection.js';
import type { SectionName, ServiceDocument } from '../service/service-document.js';
import type { ServiceForm } from '../service/service-form.js';
import { splitByKnown } from './known-settings.js';

/** Sentences about the form that are no changes: its latest edit, which may not be that of a file, and settings that this package does not know. */
export async function notesOf(form: ServiceForm, hasChanges: boolean, service: Service): Promise<string[]> {
  const unknown = unknownSettings(form, service.document);
  return [
    ...(hasChanges ? [await latestEdit(form, service)] : []),
    ...(unknown.length > 0 ? [`Settings that this package does not know stay as they are: ${unknown.join(', ')}.`] : []),
  ];
}

/** Times and authors of the latest edits of the form and of its draft. */
async function latestEdit({ id, form, workflow }: ServiceForm, service: Service): Promise<string> {
  const isOfForm = ({ action, revisions }: AuditEvent) =>
    form.revision === 1 ? action === CREATION : revisions.after === form.revision && !action.includes('/workflow');
  const edit = `revision ${form.revision} of ${form.updated_at}${await authorOf(id, form.updated_at, isOfForm, service)}`;
  if (workflow === null) return `On the service: ${edit}.`;
  const { revision, saved_at: at } = workflow.state.draft;
  const isOfDraft = ({ action }: AuditEvent) => (revision === 1 ? action === CREATION : action.includes('/workflow/draft'));
  return `On the service: ${edit}; draft ${revision} of ${at}${await authorOf(id, at, isOfDraft, service)}.`;
}

const CREATION = 'POST /v1/forms';

/** An edit is recorded with the time at which its request began. */
const LONGEST_REQUEST_MS = 60_000;

/** The author of the edit of a form that was made at a time, for a key that may read that. */
async function authorOf(
  formId: string,
  at: string,
  isIt: (event: AuditEvent) => boolean,
  { client, capabilities }: Service,
): Promise<string> {
  if (!capabilities.scopes.includes('keys:manage')) return '';
  const moment = (milliseconds: number) => new Date(Date.parse(at) + milliseconds).toISOString();
  const query = { created_after: moment(-LONGEST_REQUEST_MS), created_before: moment(1), limit: 50 };
  const { data } = await client.listAuditEvents({ query });
  const event = data.find((each) => each.form_id === formId && isIt(each));
  return event ? ` by ${event.key_name ?? event.actor}` : '';
}

/** Those with other values than their defaults. */
const unknownSettings = ({ settings }: ServiceForm, { defaults }: ServiceDocument): string[] =>
  Object.entries(defaults).flatMap(([section, byDefault]) => {
    const members = (settings as Record<string, unknown>)[section];
    return isJsonObject(members) ? splitByKnown(section, canonicalSection(section as SectionName, members, byDefault)).unknown : [];
  });
