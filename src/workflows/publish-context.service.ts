import { Injectable } from '@nestjs/common';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import type { FormEntity } from '../forms/form.entity';
import { EgressPolicy } from '../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../platform/outbound/target.rules';
import type { PublishContext } from './model/publish-error.types';
import { WorkflowsRepository } from './workflows.repository';

/** Loads the environment in which a draft is validated for publishing or testing. */
@Injectable()
export class PublishContextService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly secrets: AccountSecretsService,
    private readonly egress: EgressPolicy,
  ) {}

  async ofForm({ id, accountId }: Pick<FormEntity, 'id' | 'accountId'>): Promise<PublishContext> {
    const fields = await this.workflows.fields(id);
    return {
      fieldNames: new Set(fields.map(({ name }) => name)),
      fileFieldNames: new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name)),
      secretNames: new Set(await this.secrets.names(accountId)),
      blockedUrlReason: (url) => blockedUrlReason(url, this.egress),
    };
  }
}
