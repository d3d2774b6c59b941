import { html, type TemplateResult } from 'lit-html';
import { type WorkflowDefinition, etagOf, type FieldUse } from 'form-collection-client';
import { api } from '../../api';
import { may, maySee } from '../../session/rights';
import { openForm } from '../../elements/dialog';
import { store } from '../../store';
import { renamedIn } from './field-uses.rules';

/** The places that name a field or its options; none for a session that may not see workflows. */
export async function usesOf(form: string, field: string): Promise<FieldUse[]> {
  return maySee('workflows:read') ? (await api.listFieldUses({ path: { form, field } })).data : [];
}

/** A sentence for the confirmation of a deletion; empty where nothing names the field. */
export function namedIn(uses: readonly FieldUse[]): string {
  const places = [...new Set(uses.map(placeOf))];
  return places.length === 0
    ? ''
    : `It is used in ${places.join(', ')}: change that as well, since a version that names it cannot be published.`;
}

const placeOf = ({ place, node_id: id, node_name: name, path }: FieldUse): string => {
  if (place === 'settings') return `the setting ${path}`;
  return `the step “${name ?? id}” of the ${place === 'draft' ? 'draft' : 'published workflow'}`;
};

/**
 * Says where options that are gone are compared, and offers to write the new ones into the draft. `renamed` has the new option for each
 * that was renamed; the others need a decision of the owner.
 */
export async function offerChanges(form: string, uses: readonly FieldUse[], renamed: ReadonlyMap<string, string>): Promise<void> {
  const inDraft = uses.filter(({ place, option }) => place === 'draft' && option !== null && renamed.has(option));
  const isOffered = inDraft.length > 0 && may('workflows:write');
  const shown = store({ isChanged: false });
  const content = () => (shown.isChanged ? CHANGED : listOf(uses, renamed, isOffered));
  const submit = async () => {
    if (!isOffered || shown.isChanged) return true;
    const workflow = await api.getWorkflow({ path: { form } });
    const definition = renamedIn(workflow.data.draft.definition, inDraft, renamed) as WorkflowDefinition;
    await api.replaceWorkflowDraft({ path: { form }, headers: { 'If-Match': etagOf(workflow)! }, body: { definition } });
    shown.isChanged = true;
    return false;
  };
  const action = () => (isOffered && !shown.isChanged ? 'Change them in the draft' : 'Done');
  await openForm({ title: 'The workflow compares with the old options', action, content, submit }).closed;
}

const CHANGED = html`<p role="status">The draft compares with the new options. Publish it, so that submissions go on as before.</p>`;

function listOf(uses: readonly FieldUse[], renamed: ReadonlyMap<string, string>, isOffered: boolean): TemplateResult {
  const line = (use: FieldUse) => {
    const to = renamed.get(use.option ?? '');
    return html`<li>
      <bdi>${placeOf(use)}</bdi>: <bdi>“${use.option}”</bdi> ${to === undefined ? 'is gone' : html`is now <bdi>“${to}”</bdi>`}
    </li>`;
  };
  return html`<p>The field is saved. These places compare with options that it does not have any more, so they are never met:</p>
    <ul>
      ${uses.map(line)}
    </ul>
    ${isOffered ? '' : html`<p>Change them in the workflow, and publish it.</p>`}`;
}
