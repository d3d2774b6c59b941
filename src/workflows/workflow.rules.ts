import { channelsOf } from './definition/channels.rules';
import { estimateCost } from './definition/cost.rules';
import type { Definition } from './definition/definition.types';
import type { WorkflowEntity } from './workflow.entity';

/** The validator of a workflow: changes with each effective edit of the draft and with each publishing. */
export const workflowEtag = ({ id, draftRevision, publishedVersion }: WorkflowEntity): string =>
  `"w-${id}-${draftRevision}-${publishedVersion}"`;

/** For the audit trail. Both numbers only ever grow, so their sum grows with each edit and each publishing. */
export const workflowRevision = ({ draftRevision, publishedVersion }: WorkflowEntity): number =>
  draftRevision + publishedVersion;

/** What an effective edit makes of the draft: one revision on, with new costs. */
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

/** How submissions are delivered once a definition is published; whatever it says, they are stored. */
export function deliveryChannelTypes(definition: Definition): string[] {
  const enabled = channelsOf(definition).filter(({ status }) => status === 'active');
  return [...new Set(['database', ...enabled.map((channel) => channel.channel_type)])];
}

/** The nodes that sign what they send, or would if their config said so. */
export const signingNodeIds = ({ nodes }: Definition): string[] =>
  nodes.filter(({ type }) => type === 'webhook').map(({ id }) => id);

/** The highest number that the database can hold. */
export const MAX_VERSION = 2_147_483_647;
