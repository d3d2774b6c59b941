import type { WorkflowEntity } from './workflow.entity';

/** The validator of a workflow: changes with each effective edit of the draft and with each publishing. */
export const workflowEtag = ({ id, draftRevision, publishedVersion }: WorkflowEntity): string =>
  `"w-${id}-${draftRevision}-${publishedVersion}"`;
