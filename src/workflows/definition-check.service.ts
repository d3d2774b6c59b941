import { Inject, Injectable } from '@nestjs/common';
import { hostsByName } from '../accounts/account-secret.entity';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import type { Caller } from '../api/auth/caller';
import type { FormEntity } from '../forms/form.entity';
import { type Config, CONFIG } from '../platform/config/config';
import { EgressPolicy } from '../platform/outbound/egress-policy.rules';
import { blockedUrlReason } from '../platform/outbound/target.rules';
import { allowsCopy } from './definition/copy-allowance.rules';
import { brokenTemplates } from './definition/json-templates';
import { hardSamples } from './definition/hard-samples.rules';
import { otherNamesIn } from './templates/reference.rules';
import { ownSubmitAddresses } from './definition/own-address.rules';
import { MAX_ERRORS, publishErrors } from './definition/publish.rules';
import { emailFieldNamesOf, type RecipientField } from './definition/visitor-mail-warnings.rules';
import { secretHostErrors, type SecretHosts } from './definition/secret-hosts.rules';
import type { FieldEntity } from '../forms/definition/field.entity';
import type { FieldOptionsOf, PublishContext, PublishError } from './model/publish-error.types';
import type { WorkflowEntity } from './workflow.entity';
import { WorkflowsRepository } from './workflows.repository';

export type CheckedForm = Pick<FormEntity, 'id' | 'accountId' | 'validateFields' | 'settings'>;

@Injectable()
export class DefinitionCheckService {
  private readonly isOwnSubmitAddress: (url: string) => boolean;

  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly secrets: AccountSecretsService,
    private readonly egress: EgressPolicy,
    @Inject(CONFIG) config: Config,
  ) {
    this.isOwnSubmitAddress = ownSubmitAddresses(config);
  }

  /** The reasons why this caller cannot publish or test the draft. */
  async errorsOf(caller: DraftCaller, form: CheckedForm, workflow: WorkflowEntity): Promise<PublishError[]> {
    const definition = workflow.draftDefinition;
    const fields = await this.workflows.fields(form.id);
    const secrets = await this.secretHostsFor(caller, form, workflow);
    const errors = [...publishErrors(definition, this.contextOf(fields, form, secrets)), ...secretHostErrors(definition, secrets)];
    if (errors.length > 0) return errors.slice(0, MAX_ERRORS);
    const broken = await brokenTemplates(definition, hardSamples(fields, form.validateFields, otherNamesIn(definition)), true);
    return broken.map(({ node, message }) => ({
      ...NO_JSON,
      node_id: node.id,
      message: `must give JSON, whatever is submitted. ${message}`,
    }));
  }

  /** A key with access to selected forms must not decide where secrets of the whole account are sent. */
  private async secretHostsFor(caller: DraftCaller, { accountId }: CheckedForm, workflow: WorkflowEntity): Promise<SecretHosts> {
    const hosts = hostsByName(await this.secrets.list(accountId));
    if (caller.formAccessMode === 'all') return { hosts };
    const published = (await this.workflows.published(workflow))?.definition ?? null;
    return { hosts, bound: { published } };
  }

  private contextOf(
    fields: readonly (CheckedField & RecipientField)[],
    { validateFields, settings }: CheckedForm,
    { hosts }: SecretHosts,
  ): PublishContext {
    return {
      fieldNames: new Set(fields.map(({ name }) => name)),
      fileFieldNames: new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name)),
      emailFieldNames: emailFieldNamesOf(fields),
      allowsCopy: (field) => allowsCopy(settings, field),
      ...(validateFields && { options: optionsIn(fields) }),
      secretNames: new Set(hosts.keys()),
      blockedUrlReason: (url) => (this.isOwnSubmitAddress(url) ? OWN_ADDRESS : blockedUrlReason(url, this.egress)),
    };
  }
}

type DraftCaller = Pick<Caller, 'formAccessMode'>;
type CheckedField = Pick<FieldEntity, 'name' | 'type' | 'options'>;

/** The fields of texts and lists whose values are restricted to a list of options, with these. */
export function optionsIn(fields: readonly CheckedField[]): Map<string, FieldOptionsOf> {
  const restricted = fields.filter(
    ({ type, options }) => (type === 'string' || type === 'array') && Array.isArray(options) && options.length > 0,
  );
  return new Map(restricted.map(({ name, type, options }) => [name, { values: new Set(options as string[]), isList: type === 'array' }]));
}

const NO_JSON = { code: 'invalid_config', edge_id: null, path: 'config.body.template' } as const;
const OWN_ADDRESS =
  'must not be the address of a form of this service, since each submission would begin the next. Let the workflow of that form do the rest';
