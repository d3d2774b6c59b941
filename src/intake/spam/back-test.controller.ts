import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { BackTestDto, BackTestView, MOST_TESTED } from './back-test.dto';
import { BackTestService } from './back-test.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/spam/test')
export class BackTestController {
  constructor(private readonly tests: BackTestService) {}

  @Post()
  @Operation({
    operationId: 'testSpamSettings',
    summary: 'Try the checks of spam on stored submissions',
    description:
      'Tells which of the newest submissions, accepted or quarantined, the checks would have held with these settings. It changes nothing. Submissions with a token are left out, since no check judges them.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    body: { type: BackTestDto, example: { spam: { links: 'quarantine', max_links: 3 }, last: 200 } },
    reply: { type: BackTestView },
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) { id }: FormEntity,
    @Body() { spam, last = MOST_TESTED }: BackTestDto,
  ): Promise<BackTestView> {
    return BackTestView.from(await this.tests.run(caller, id, spam, last));
  }
}
