import { v5 } from 'uuid';

/** The id of a node's step in a run. It follows from the two (UUID version 5, RFC 9562), so it is known before there is a row. */
export const stepIdOf = (runId: string, nodeId: string): string => v5(nodeId, runId);

/** The id under which a receiver knows what a node of a run sends: the same for each attempt and for each retry of the run. */
export const messageIdOf = (run: { id: string; originRunId: string | null }, nodeId: string): string =>
  `msg_${stepIdOf(run.originRunId ?? run.id, nodeId).replaceAll('-', '')}`;
