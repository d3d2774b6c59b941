import { v5 } from 'uuid';

/** The id of a node's step in a run, derived from both (UUID version 5, RFC 9562), so that it is known before there is a row. */
export const stepIdOf = (runId: string, nodeId: string): string => v5(nodeId, runId);

/** The id of the message that a node of a run sends. It is the same for each attempt and for each retry of the run, so that receivers recognise repetitions. */
export const messageIdOf = (run: { id: string; originRunId: string | null }, nodeId: string): string =>
  `msg_${stepIdOf(run.originRunId ?? run.id, nodeId).replaceAll('-', '')}`;
