import { counted } from '../../english.rules';

/** The words for the actions of audit events. The name of the form or the key follows them. */
const DONE: Record<string, string> = {
  'POST /v1/forms': 'made the form',
  'PATCH /v1/forms/:id': 'changed the form',
  'DELETE /v1/forms/:id': 'deleted the form',
  'PATCH /v1/forms/:form/settings': 'changed the settings of',
  'POST /v1/forms/:id/submission-token/rotate': 'made a new submission token for',
  'POST /v1/forms/:form/fields': 'added a field to',
  'PUT /v1/forms/:form/fields/reorder': 'moved the fields of',
  'PATCH /v1/forms/:form/fields/:field': 'changed a field of',
  'DELETE /v1/forms/:form/fields/:field': 'deleted a field of',
  'PUT /v1/forms/:form/workflow/draft': 'changed the workflow of',
  'POST /v1/forms/:form/workflow/draft/restore': 'brought back an earlier workflow of',
  'POST /v1/forms/:form/workflow/publish': 'published the workflow of',
  'POST /v1/forms/:form/workflow/signing-secrets/:node_id/rotate': 'made a new signing secret for',
  'POST /v1/forms/:form/workflow/test': 'tested the workflow of',
  'POST /v1/workflow-runs/retry': 'retried runs',
  'POST /v1/forms/:form/workflow-runs/:run/cancel': 'cancelled a run of',
  'POST /v1/forms/:form/workflow-runs/:run/retry': 'retried a run of',
  'runs retry': 'retried a run of',
  'POST /v1/workflow-runs/dismiss': 'took runs off the list',
  'POST /v1/forms/:form/workflow-runs/:run/dismiss': 'took a run off the list, of',
  'POST /v1/forms/:form/workflow-runs/:run/resume': 'continued a run of',
  'POST /v1/forms/:form/export-links': 'made an export link of',
  'DELETE /v1/forms/:form/export-links/:link': 'deleted an export link of',
  'PATCH /v1/forms/:form/submissions/:id': 'marked a submission of',
  'DELETE /v1/forms/:form/submissions/:id': 'deleted a submission of',
  'POST /v1/forms/:form/submissions/:id/release': 'released a submission of',
  'POST /v1/forms/:form/submissions/:id/spam': 'moved a submission to quarantine, of',
  'POST /v1/forms/:form/submissions/batch': 'changed submissions of',
  'POST /v1/forms/:form/submissions/import': 'imported submissions into',
  'DELETE /v1/forms/:form/submissions/:submission/files/:file': 'deleted a file of',
  'POST /v1/forms/:form/submissions/:submission/files/:file/links': 'made a link to a file of',
  'POST /v1/erasures': 'erased a value',
  'POST /v1/forms/:form/notifications/retry': 'sent mails again, about submissions of',
  'POST /v1/forms/:form/notifications/:notification/retry': 'sent a mail again, about a submission of',
  'POST /v1/forms/:form/notifications/dismiss': 'took mails that were not sent off the list, of',
  'form.retention': 'deleted old submissions of',
  'form.retention_waits': 'shortened the retention, from a day later on, of',
  'form.retention_taken_back': 'took back a shorter retention of',
  'POST /v1/submission-jobs': 'began to change many submissions',
  'POST /v1/submission-jobs/:job/cancel': 'cancelled a change of many submissions',
  'submissions.job': 'changed many submissions of',
  'submissions.job_of_all': 'changed many submissions of all forms',
  'keys create': 'made the key',
  'keys update': 'changed the key',
  'keys rotate': 'gave a new value to the key',
  'keys revoke': 'revoked the key',
  'keys sign_in_link': 'made a sign-in link for the key',
  'keys invite': 'invited again',
  'console link': 'made a link to the console',
  'accounts set-email': 'set the address of the account',
  'accounts suspend': 'suspended the account',
  'accounts resume': 'ended the suspension of the account',
  'secrets set': 'set the secret',
  'secrets hosts': 'set the hosts of the secret',
  'secrets remove': 'removed the secret',
  'POST /console/session': 'signed in to the console',
};

/** An action in words; null for an action without words, which is shown as it is. */
export const doneInWords = (action: string): string | null => DONE[action] ?? null;

/** Changes of many submissions, by the action of the event's details. The number of submissions and the form follow them. */
const DONE_TO_MANY: Record<string, string> = {
  ...{ read: 'marked as read', unread: 'marked as unread', release: 'released', spam: 'moved to quarantine', delete: 'deleted' },
  ...{ import: 'imported' },
};

/** A change of many submissions in words, such as "deleted 3 submissions of"; null for one that tells no number. */
export function doneToMany({ action, details }: Pick<Acted, 'action' | 'details'>): string | null {
  if (!details || !ON_MANY.test(action)) return null;
  const verb = DONE_TO_MANY[details.action ?? ''] ?? 'changed';
  return `${verb} ${counted(details.count, 'submission')} of`;
}

const ON_MANY = /submissions\/(batch|import)$|^submissions\.job|submission-jobs/;

/** The members of an audit event that tell who has acted, and to how many. */
export interface Acted {
  actor: 'key' | 'console' | 'operator';
  action: string;
  key_id: string | null;
  /** The name that the key or the person has now; null without one, or when it is gone. */
  key_name: string | null;
  details: { count: number; action?: string | null } | null;
}

/** The actor in words. `nameOf` returns null for a key that is gone or hidden. Sessions by the owner's links have no key. */
export function whoInWords(
  { actor, action, key_id: key, key_name: keyName }: Acted,
  nameOf: (key: string) => string | null | undefined,
): string {
  if (action === 'form.retention') return 'The service';
  if (actor === 'operator') return 'The operator';
  const name = keyName ?? (key && nameOf(key));
  return name || (actor === 'console' ? 'The owner' : 'A key that is gone');
}
