import { Controller, Get } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormOnPath } from '../forms/form-on-path';
import { ApiOperation } from '../platform/http/operation';
import { OnPath } from '../platform/http/parameters';
import { Reply } from '../platform/http/reply';
import { WorkflowView } from './workflow-view.dto';
import { workflowEtag } from './workflow.rules';
import { WorkflowsService } from './workflows.service';

const FormId = ApiParam({ name: 'form', description: 'The id of a form.' });

@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow')
export class WorkflowsController {
  constructor(private readonly workflows: WorkflowsService) {}

  @Get()
  @FormId
  @ApiOperation({
    summary: 'Get the workflow of a form with its draft and published version',
    access: 'key',
    scope: 'workflows:read',
    bucket: 'read',
    on: FormOnPath,
    ifNoneMatch: true,
    reply: { type: WorkflowView, etag: true },
  })
  async read(@OnPath() form: { id: string }): Promise<Reply<WorkflowView>> {
    const { workflow, isDirty, published } = await this.workflows.read(form.id);
    return Reply.of(WorkflowView.from(workflow, isDirty, published)).withEtag(workflowEtag(workflow));
  }
}
