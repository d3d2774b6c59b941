import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../api/pagination/cursors';
import { DEFAULT_LIMIT, type PagedDto } from '../../../api/pagination/page.dto';
import type { Caller } from '../../../api/auth/caller';
import { notFound } from '../../../api/errors/api-error';
import type { Definition } from '../../model/definition.types';
import { stateAt } from '../../definition/state-at.rules';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../model/run-state.types';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';
import { UNSTARTED } from '../engine/step-states';
import { type RunFilter, RunListRepository, type RunOfForm } from '../store/run-list.repository';
import { RunBacklogRepository } from '../store/run-backlog.repository';
import type { QueueStatus, StuckRun } from '../store/run-backlog.types';
import { type RunDetails, RunDetailsRepository } from '../store/run-details.repository';
import { stepIdOf } from '../store/step-rows.rules';
import { RunStepView } from './run-step-view.dto';
import { RunSummaryView, type RunView } from './run-view.dto';

export interface RunPage {
  runs: RunOfForm[];
  nextCursor: string | null;
}

@Injectable()
export class RunsService {
  constructor(
    private readonly lists: RunListRepository,
    private readonly details: RunDetailsRepository,
    private readonly backlog: RunBacklogRepository,
    private readonly cursors: Cursors,
  ) {}

  list(formId: string, filter: RunFilter, limit = DEFAULT_LIMIT): Promise<WorkflowRunEntity[]> {
    return this.lists.newestFirst(formId, filter, limit);
  }

  /** A page of the runs of all forms that the caller sees, newest first, with the causes of those that need attention. */
  async listAll(caller: Caller, filter: RunFilter, query: PagedDto): Promise<RunPage> {
    const filters = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [name, value === undefined ? undefined : JSON.stringify(value)]),
    );
    const scope = { list: 'all runs', keyId: caller.keyId, formId: null, filters };
    const { rows, nextCursor } = await this.cursors.page<RunOfForm>(scope, query, {
      find: (start, limit) => this.lists.ofAllForms(caller, filter, start?.position ?? null, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
    return { runs: filter.needsAttention ? await this.lists.withCauses(rows) : rows, nextCursor };
  }

  async read(caller: Caller, { formId, id }: WorkflowRunEntity): Promise<RunView> {
    const details = await this.details.visible(caller, formId, id);
    if (!details) throw notFound();
    return runViewOf(details, caller);
  }

  async queueStatus(): Promise<QueueStatus> {
    return { ...(await this.backlog.read()), workers: await this.backlog.workers() };
  }

  /** The runs of all accounts that make no progress, at most 100 for each reason. */
  stuck(): Promise<StuckRun[]> {
    return this.backlog.stuck(MAX_STUCK);
  }
}

const MAX_STUCK = 100;

/** A run with a step for each node. Keys that must not read submissions get neither inputs nor outputs, nor does anybody of the trash. */
export function runViewOf(details: RunDetails, caller: Caller): RunView {
  const { run, definition } = details;
  const mayReadContent = caller.scopes.has('submissions:read') && !details.isTrashed;
  const rows = new Map(details.steps.map((step) => [step.nodeId, step]));
  const start = startOf(details);
  const inputOf = (step: WorkflowRunStepEntity) =>
    mayReadContent && step.startedAt ? { fields: stateAt(definition, step.nodeId, start, rows).fields } : null;
  const steps = definition.nodes.map((node) => rows.get(node.id) ?? unstarted(run, node));
  const published = details.publishedVersion || null;
  return {
    ...RunSummaryView.from(run),
    published_version: published,
    definition,
    steps: steps.map((step) => RunStepView.from(step, inputOf(step), mayReadContent)),
  };
}

function startOf({ run, submission }: RunDetails): Omit<RunState, 'nodes'> {
  const fileCount = submission?.fileCount ?? run.input?.file_count ?? 0;
  return {
    submission: {
      id: run.submissionId,
      source: submission?.source ?? run.input?.source ?? '',
      received_at: submission?.receivedAt.toISOString() ?? run.input?.received_at ?? '',
      has_files: fileCount > 0,
      file_count: fileCount,
      address_confirmed: submission?.addressConfirmed ?? run.input?.address_confirmed ?? false,
    },
    form: { id: run.formId, name: '' },
    labels: {},
    run: { id: run.id, workflow_version: run.workflowVersion },
    fields: submission?.fields ?? run.input?.fields ?? {},
    other: submission?.otherValues ?? run.input?.other_values ?? {},
    other_values_dropped: submission?.otherValuesDropped ?? run.input?.other_values_dropped ?? [],
    files: [],
  };
}

/** The step of a node that the run has not reached, which has no row. It counts as cancelled once the run has ended. */
function unstarted(run: WorkflowRunEntity, node: Definition['nodes'][number]): WorkflowRunStepEntity {
  return {
    ...UNSTARTED,
    id: stepIdOf(run.id, node.id),
    runId: run.id,
    formId: run.formId,
    nodeId: node.id,
    nodeType: node.type,
    nodeKind: typeOf(node).kind,
    status: run.completedAt ? 'cancelled' : 'pending',
    completedAt: run.completedAt,
  };
}
