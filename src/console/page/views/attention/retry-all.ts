import type { ListAllWorkflowRunsQuery } from '../../../../../client/src/index.js';
import { api } from '../../api';

const LARGEST_BATCH = 200;

/** Retries all runs that fit, but for those of which something may have arrived. Resolves with what it did, in words. */
export async function retryAll(query: ListAllWorkflowRunsQuery): Promise<string> {
  const ids: string[] = [];
  for await (const { id } of api.listAllWorkflowRuns.items({ query: { ...query, limit: 50 } })) ids.push(id);
  let retried = 0;
  const refused: string[] = [];
  while (ids.length > 0) {
    const { data } = await api.retryWorkflowRuns({ body: { ids: ids.splice(0, LARGEST_BATCH) } });
    retried += data.retried.length;
    refused.push(...data.refused.map(({ code }) => code));
  }
  return outcomeOf(retried, refused);
}

/** `refused` has the code of each run that was not retried. */
function outcomeOf(retried: number, refused: readonly string[]): string {
  const uncertain = refused.filter((code) => code === 'delivery_uncertain').length;
  const gone = refused.filter((code) => code === 'run_not_retryable' || code === 'resource_not_found').length;
  const others = refused.length - uncertain - gone;
  const [were, they, are] = uncertain === 1 ? ['was', 'it', 'is'] : ['were', 'they', 'are'];
  const left = `${uncertain} ${were} left as ${they} ${are}: nobody knows whether ${they} arrived, so look at each.`;
  return [
    retried === 1 ? '1 run is tried again.' : `${retried || 'No'} runs are tried again.`,
    uncertain > 0 && left,
    gone > 0 && `${gone} ${gone === 1 ? 'has' : 'have'} not ended yet, or had been retried already.`,
    others > 0 && `${others} ${others === 1 ? 'was' : 'were'} refused: ${[...new Set(refused)].join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
