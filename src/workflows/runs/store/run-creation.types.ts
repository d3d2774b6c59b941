import type { Definition } from '../../definition/definition.types';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { RunKind, TestInput } from './workflow-run.entity';
import type { WorkflowRunStepEntity } from './workflow-run-step.entity';

/** A run that is to be made. It has either a published version or the copy of a draft. */
export interface NewRun {
  accountId: string;
  formId: string;
  workflowId: string;
  version: { id: string; version: number } | null;
  draft: { revision: number; definition: Definition } | null;
  submissionId: string | null;
  /** What a test runs through; a production run reads its submission. */
  input: TestInput | null;
  runKind: RunKind;
  /** Points to reserve. */
  maxCost: number;
  /** Whether the plan has no room for it at the moment. */
  isPlanLimited?: boolean;
  retryOf?: { id: string; originRunId: string };
  /** Steps that a retry takes over as they ended. */
  steps?: Omit<WorkflowRunStepEntity, 'id' | 'runId'>[];
}

export interface StartedRun {
  id: string;
  status: RunStatus;
  reservedPoints: number;
}
