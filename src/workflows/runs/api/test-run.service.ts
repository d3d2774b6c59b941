import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { ApiError, validationFailed } from '../../../api/errors/api-error';
import { estimateCost } from '../../definition/cost.rules';
import type { Definition } from '../../definition/definition.types';
import { testPriceOf } from '../../definition/price.rules';
import { publishErrors } from '../../definition/publish.rules';
import { sampleFields, sampleSource } from '../../definition/sample.rules';
import { PublishContextService } from '../../publish-context.service';
import type { TestInput } from '../store/workflow-run.entity';
import type { WorkflowEntity } from '../../workflow.entity';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import type { StartTestDto } from './run-input.dto';
import type { StartedRun } from '../store/run.types';
import { RunCreationService } from '../admission/run-creation.service';
import { RunSourcesRepository } from '../store/run-sources.repository';

/** Starts dry runs with copies of the draft and of the input, which later edits do not change. */
@Injectable()
export class TestRunService {
  constructor(
    private readonly sources: RunSourcesRepository,
    private readonly contexts: PublishContextService,
    private readonly blocked: BlockedRunsService,
    private readonly creation: RunCreationService,
    private readonly clock: Clock,
  ) {}

  /** A draft that cannot be published cannot be tested. */
  async start(
    form: { id: string; accountId: string },
    workflow: WorkflowEntity,
    body: StartTestDto,
  ): Promise<StartedRun> {
    const definition = workflow.draftDefinition;
    const { input, submissionId } = await this.inputOf(form.id, definition, body);
    const items = publishErrors(definition, await this.contexts.ofForm(form));
    if (items.length > 0) throw new ApiError('workflow_validation_failed', { details: { items } });
    const isPlanLimited = !(await this.blocked.mayStartTest(form.accountId));
    const [run] = await this.creation.start(
      [
        {
          accountId: form.accountId,
          formId: form.id,
          workflowId: workflow.id,
          version: null,
          draft: { revision: workflow.draftRevision, definition },
          submissionId,
          input,
          runKind: 'test',
          maxCost: estimateCost(definition, testPriceOf).max,
          isPlanLimited,
        },
      ],
      this.clock.now(),
    );
    return run!;
  }

  private async inputOf(
    formId: string,
    definition: Definition,
    body: StartTestDto,
  ): Promise<{ input: TestInput; submissionId: string | null }> {
    const made = { source: sampleSource(definition), received_at: this.clock.now().toISOString(), file_count: 0 };
    if (body.source === 'manual') return { input: { ...made, fields: body.fields! }, submissionId: null };
    if (body.source === 'sample') {
      return { input: { ...made, fields: sampleFields(await this.sources.sampledFields(formId)) }, submissionId: null };
    }
    const found = await this.sources.submission(formId, body.submission_id ?? null);
    if (!found) throw validationFailed([{ path: 'submission_id', message: body.submission_id ? FOREIGN : NONE_YET }]);
    const { id, source, receivedAt, fileCount, fields } = found;
    return {
      input: { source, received_at: receivedAt.toISOString(), file_count: fileCount, fields },
      submissionId: id,
    };
  }
}

const FOREIGN = 'must be the id of a submission of this form';
const NONE_YET = 'the form has no submission yet';
