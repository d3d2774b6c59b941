import { Inject, Injectable } from '@nestjs/common';
import { AccountSecrets } from '../accounts/account-secrets.service';
import type { FormEntity } from '../forms/form.entity';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { EgressPolicy } from '../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../platform/outbound/target.rules';
import type { PublishContext } from './definition/check.types';
import { WorkflowsRepository } from './workflows.repository';

/** Finds out what a draft is judged by when it is published or tested. */
@Injectable()
export class PublishContexts {
  private readonly policy: EgressPolicy;

  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly secrets: AccountSecrets,
    @Inject(CONFIG) { egressAllowHosts, egressAllowCidrs }: Config,
  ) {
    this.policy = new EgressPolicy({ allowHosts: egressAllowHosts, allowCidrs: egressAllowCidrs });
  }

  async of({ id, accountId }: Pick<FormEntity, 'id' | 'accountId'>): Promise<PublishContext> {
    return {
      fieldNames: new Set(await this.workflows.fieldNames(id)),
      secretNames: new Set(await this.secrets.names(accountId)),
      isBlockedUrl: (url) => blockedUrlReason(url, this.policy) !== null,
    };
  }
}
