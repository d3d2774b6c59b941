import type { WorkflowNode } from '../../model/definition.types';
import type { VisitorMailSkip } from '../../model/visitor-mail.types';
import { isToVisitor, type MailToJudge } from '../../nodes/visitor-mail.rules';
import { isTemplate } from '../../templates/reference.rules';
import type { LeasedRun } from '../store/run.types';

/** True for a mail that only addresses of the submission get. Versions of older releases may have fixed recipients beside them. */
export const isOnlyToVisitors = ({ type, config }: WorkflowNode): boolean =>
  type === 'email' && isToVisitor(config) && (config.to as string[]).every(isTemplate);

/** The reason for which no visitor gets a mail of this submission, whatever its address is; null where there is none. */
export function unmailedReasonOf({ runKind, start, isImported, isReleasedLate }: UnmailedRun, { config }: Pick<WorkflowNode, 'config'>) {
  if (runKind === 'test') return null;
  return reasonOf({ source: start.submission.source, isImported, isReleasedLate }, config);
}

type UnmailedRun = Pick<LeasedRun, 'runKind' | 'start' | 'isImported' | 'isReleasedLate'>;

function reasonOf({ source, isImported, isReleasedLate }: Arrival, { for_api_submissions: isForApi }: MailToJudge): VisitorMailSkip | null {
  if (isImported) return 'imported';
  if (source === 'api' && isForApi !== true) return 'submitted_by_api';
  return isReleasedLate ? 'released_late' : null;
}

interface Arrival extends Pick<LeasedRun, 'isImported' | 'isReleasedLate'> {
  source: string;
}
