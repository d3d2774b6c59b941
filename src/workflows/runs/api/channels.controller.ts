import { Body, Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../api/auth/caller';
import { Operation } from '../../../api/operation/operation';
import { CurrentCaller, Resource } from '../../../api/operation/request-context';
import { FormIdParam } from '../../../forms/form.resolver';
import { type ChannelNode, ChannelNodeResolver } from '../../workflow.resolver';
import { SendAllAgainDto, SentAgainView } from './channel-input.dto';
import { ChannelResendService } from './channel-resend.service';
import { scopeOfRetry } from './run-input.dto';
import { RefusedRunView } from './started-run-view.dto';

@FormIdParam
@ApiTags('Workflow runs')
@Controller('v1/forms/:form/workflow/channels')
export class ChannelsController {
  constructor(private readonly channels: ChannelResendService) {}

  @Post(':node_id/send-all-again')
  @ApiParam({
    name: 'node_id',
    description: 'The id of a node of the published version that sends.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  })
  @Operation({
    operationId: 'sendAllAgain',
    summary: 'Enable a channel and send again what has failed there',
    description:
      'Enables the channel, if it was disabled, and retries up to 200 of the production runs that have failed there and that nobody has retried or dismissed, the newest first. ' +
      'While `before` is not null, send it with the next request for the next ones. Runs with a delivery that may have arrived are refused alone.',
    scope: 'workflows:publish',
    bucket: 'write',
    resource: ChannelNodeResolver,
    idempotencyKey: 'required',
    body: { type: SendAllAgainDto, example: { workflow: 'published' }, optional: true, scope: scopeOfRetry },
    reply: { type: SentAgainView, status: 202 },
  })
  async sendAllAgain(
    @CurrentCaller() caller: Caller,
    @Resource(ChannelNodeResolver) channel: ChannelNode,
    @Body() body?: SendAllAgainDto,
  ): Promise<SentAgainView> {
    const { workflow = 'same', before = null } = body ?? {};
    const sent = await this.channels.sendAgain(caller, channel, { workflow, before });
    return { retried: sent.retried.length, refused: sent.refused.map((each) => RefusedRunView.from(each)), before: sent.before };
  }
}
