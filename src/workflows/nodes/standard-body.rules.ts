import type { RunState } from '../model/run-state.types';
import type { DeliveredSubmissionView, SubmissionReceivedEvent } from './submission-received-event.dto';

type DeliveredState = Pick<RunState, 'form' | 'run' | 'fields' | 'other' | 'other_values_dropped' | 'files'> & {
  submission: Pick<RunState['submission'], 'id' | 'source' | 'received_at'>;
};

/** The standard body of a webhook. */
export function standardBody({
  submission,
  form,
  run,
  fields,
  other,
  other_values_dropped: dropped = [],
  files,
}: DeliveredState): SubmissionReceivedEvent {
  const data: DeliveredSubmissionView = {
    submission_id: submission.id,
    form_id: form.id,
    form_name: form.name,
    source: submission.source,
    received_at: submission.received_at,
    fields,
    ...(Object.keys(other).length > 0 && { other_values: other }),
    ...(dropped.length > 0 && { other_values_dropped: [...dropped] }),
    files: [...files],
    run_id: run.id,
    workflow_version: run.workflow_version,
  };
  return { type: 'submission.received', timestamp: submission.received_at, data };
}
