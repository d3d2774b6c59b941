import { Injectable } from '@nestjs/common';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import type { FormEntity } from '../forms/form.entity';
import { EgressPolicy } from '../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../platform/outbound/target.rules';
import { brokenTemplates } from './definition/json-templates';
import { hardSamples } from './definition/hard-samples.rules';
import { otherNamesIn } from './templates/reference.rules';
import { publishErrors } from './definition/publish.rules';
import type { FieldEntity } from '../forms/definition/field.entity';
import type { Definition } from './model/definition.types';
import type { PublishContext, PublishError } from './model/publish-error.types';
import { WorkflowsRepository } from './workflows.repository';

export type CheckedForm = Pick<FormEntity, 'id' | 'accountId' | 'validateFields'>;

/** Validates definitions in the environment of their form. */
@Injectable()
export class DefinitionCheckService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly secrets: AccountSecretsService,
    private readonly egress: EgressPolicy,
  ) {}

  /** What keeps a definition from being published or tested. */
  async errorsOf(form: CheckedForm, definition: Definition): Promise<PublishError[]> {
    const fields = await this.workflows.fields(form.id);
    const errors = publishErrors(definition, await this.contextOf(form, fields));
    if (errors.length > 0) return errors;
    const broken = await brokenTemplates(definition, hardSamples(fields, form.validateFields, otherNamesIn(definition)), true);
    return broken.map(({ node, message }) => ({
      ...NO_JSON,
      node_id: node.id,
      message: `must give JSON, whatever is submitted. ${message}`,
    }));
  }

  private async contextOf({ accountId }: CheckedForm, fields: readonly CheckedField[]): Promise<PublishContext> {
    return {
      fieldNames: new Set(fields.map(({ name }) => name)),
      fileFieldNames: new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name)),
      secretNames: new Set(await this.secrets.names(accountId)),
      blockedUrlReason: (url) => blockedUrlReason(url, this.egress),
    };
  }
}

type CheckedField = Pick<FieldEntity, 'name' | 'type'>;

const NO_JSON = { code: 'invalid_config', edge_id: null, path: 'config.body.template' } as const;
