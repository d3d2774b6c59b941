import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { normalizedOrigins } from '../../forms/origin.rules';
import { FormRefusalView, ShutOutOriginView, TestOriginsDto } from './refusals.dto';
import { RefusalsService } from './refusals.service';

@FormIdParam
@ApiTags('Forms')
@Controller('v1/forms/:form')
export class RefusalsController {
  constructor(private readonly refusals: RefusalsService) {}

  @Get('refusals')
  @Operation({
    operationId: 'listFormRefusals',
    summary: 'List what a form has refused',
    description:
      'Sums up the last 30 days by name and reason, the 200 most frequent first. Other processes are counted within ten seconds. Values are never kept, and origins that the form allows by now are left out.',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormResolver,
    reply: { type: FormRefusalView, isList: true },
  })
  async list(@Resource(FormResolver) form: FormEntity): Promise<FormRefusalView[]> {
    return (await this.refusals.ofForm(form)).map((found) => FormRefusalView.from(found));
  }

  @Post('origins/test')
  @Operation({
    operationId: 'testFormOrigins',
    summary: 'Ask whom other origins would shut out',
    description:
      'Lists the origins from which the form has accepted submissions in the last 30 days, and from which it would not with these `allowed_origins`, those that sent most first. It changes nothing. A service that was just upgraded has not counted any yet.',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormResolver,
    body: { type: TestOriginsDto, example: { allowed_origins: ['https://www.example.com'] } },
    reply: { type: ShutOutOriginView, isList: true },
  })
  async test(@Resource(FormResolver) form: FormEntity, @Body() { allowed_origins: origins }: TestOriginsDto): Promise<ShutOutOriginView[]> {
    await this.refusals.flush();
    return (await this.refusals.shutOut(form, normalizedOrigins(origins))).map((each) => ShutOutOriginView.from(each));
  }
}
