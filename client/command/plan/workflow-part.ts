import { defaultDefinition } from '../../../src/workflows/definition/default-definition.rules.js';
import type { WorkflowNode } from '../../src/index.js';
import { canonicalWorkflow } from '../canonical/canonical.js';
import type { CanonicalWorkflow } from '../canonical/canonical.types.js';
import { Fault, type Mistake } from '../faults.js';
import { isSame } from '../objects.js';
import type { ServiceForm } from '../service/service-form.js';
import { type Comparison, nothing, type Part } from './comparison.js';
import type { Change, Step } from './plan.types.js';
import { workflowChanges } from './workflow-changes.js';

const NO_WORKFLOW = 'There is no workflow to publish. Add it, or leave out publish.';

/** The workflow of a form as it is before the plan. */
interface Present {
  draft: CanonicalWorkflow;
  draftRevision: number;
  published: CanonicalWorkflow | null;
  /** The number of the published version, 0 for none. */
  version: number;
}

/** The draft of a definition, and its publishing where the definition asks for it. */
export function workflowPart({ file, definition, wanted: { workflow }, form, options }: Comparison): Part {
  if (workflow === undefined)
    return definition.publish ? { ...nothing(), mistakes: [{ message: NO_WORKFLOW, place: file.placeOf(['publish']) }] } : nothing();
  const present = presentOf(form);
  const isPublic = definition.publish === true;
  const savesDraft = !isSame(present.draft, workflow);
  const publishes = isPublic && (!isSame(present.published, workflow) || options.reactivate === true);
  const steps: Step[] = [
    ...(savesDraft ? [{ kind: 'save_draft', workflow } as Step] : []),
    ...(publishes ? [{ kind: 'publish' } as Step] : []),
  ];
  const changes = workflowChanges((isPublic && present.published) || present.draft, workflow, signingIds(present));
  return {
    changes: [
      ...changes,
      ...(savesDraft && changes.length === 0 ? [replaced(present)] : []),
      ...(publishes ? [published(present, isSame(present.published, workflow))] : []),
    ],
    steps,
    mistakes: savesDraft && isOfSomebody(present) && !options.replaceDraft ? [conflict(present, file.placeOf(['workflow']))] : [],
  };
}

function presentOf(form: ServiceForm | null): Present {
  if (form === null)
    return { draft: canonicalWorkflow(defaultDefinition() as CanonicalWorkflow), draftRevision: 1, published: null, version: 0 };
  if (form.workflow === null) throw new Fault(`The workflow of the form ${form.id} cannot be read.`);
  const { draft, published, state } = form.workflow;
  return { draft, draftRevision: state.draft.revision, published, version: state.published?.version ?? 0 };
}

/** True for a draft that would be lost: neither published nor the untouched one of a new form. */
const isOfSomebody = ({ draft, draftRevision, published }: Present): boolean => (published ? !isSame(draft, published) : draftRevision > 1);

const conflict = ({ draftRevision, published }: Present, place: Mistake['place']): Mistake => ({
  message:
    `The form has a draft (revision ${draftRevision}) that is neither ${published ? 'the published version' : 'published'} nor the workflow of this file. ` +
    'Take it over with "form-collection pull", or add --replace-draft to replace it.',
  place,
});

/** Webhooks that have a signing secret. One that was removed keeps its secret, which nobody can see here. */
const signingIds = ({ draft, published }: Present): Set<string> =>
  new Set([...draft.nodes, ...(published?.nodes ?? [])].filter(isWebhook).map(({ id }) => id));

const isWebhook = ({ type }: WorkflowNode): boolean => type === 'webhook';

const replaced = ({ draftRevision }: Present): Change => ({
  sign: '~',
  subject: 'workflow draft',
  note: `revision ${draftRevision} is replaced by the workflow of the file`,
});

const published = ({ version }: Present, isAgain: boolean): Change => ({
  sign: version === 0 ? '+' : '~',
  subject: 'workflow version',
  ...(version > 0 && { before: version }),
  after: version + 1,
  note: isAgain
    ? 'published again, so that destinations that were disabled get submissions again'
    : 'published: from then on, submissions run through it',
});
