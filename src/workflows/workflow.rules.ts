import { channelsOf } from './definition/channels.rules';
import { fingerprintOf, isJsonObject } from '../platform/json/json.rules';
import { estimateCost } from './definition/cost.rules';
import type { Definition } from './model/definition.types';
import type { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';

/** The ETag of a workflow, which changes with each effective edit of the draft and with each publishing. */
export const workflowEtag = ({ id, draftRevision, publishedVersion }: WorkflowEntity): string =>
  `"w-${id}-${draftRevision}-${publishedVersion}"`;

/** The revision in the audit trail. Both numbers only grow, so their sum grows with each edit and each publishing. */
export const workflowRevision = ({ draftRevision, publishedVersion }: WorkflowEntity): number => draftRevision + publishedVersion;

export const isDirty = ({ draftDefinition }: WorkflowEntity, published: WorkflowVersionEntity | null): boolean =>
  !published?.fingerprint.equals(fingerprintOf([draftDefinition]));

export type DraftEdit = Pick<
  WorkflowEntity,
  'draftRevision' | 'draftDefinition' | 'draftMinCost' | 'draftMaxCost' | 'draftRestoredFromVersionId' | 'draftSavedAt'
>;

export function draftEdit(
  { draftRevision }: WorkflowEntity,
  definition: Definition,
  restoredFromVersionId: string | null,
  now: Date,
): DraftEdit {
  const { min, max } = estimateCost(definition);
  return {
    draftRevision: draftRevision + 1,
    draftDefinition: definition,
    draftMinCost: min,
    draftMaxCost: max,
    draftRestoredFromVersionId: restoredFromVersionId,
    draftSavedAt: now,
  };
}

/** The channel types of a form whose published version has this definition. Submissions are always stored, so `database` is one of them. */
export function deliveryChannelTypes(definition: Definition): string[] {
  const active = channelsOf(definition).filter(({ status }) => status === 'active');
  return [...new Set(['database', ...active.map((channel) => channel.channel_type)])];
}

export const headerTemplates = ({ nodes }: Definition): string[] =>
  nodes.flatMap(({ config: { headers } }) => (isJsonObject(headers) ? (Object.values(headers) as string[]) : []));

/** The ids of all webhook nodes, including those that do not sign at the moment. */
export const signingNodeIds = ({ nodes }: Definition): string[] => nodes.filter(({ type }) => type === 'webhook').map(({ id }) => id);

export const MAX_VERSION = 2_147_483_647;
