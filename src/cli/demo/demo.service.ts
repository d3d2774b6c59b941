import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import type { FormEntity } from '../../forms/form.entity';
import { FormPrecondition } from '../../forms/form.resolver';
import { FormsService } from '../../forms/forms.service';
import type { ApiKeyEntity } from '../../keys/api-key.entity';
import type { IssuedKey } from '../../keys/keys.service';
import { KeysService } from '../../keys/keys.service';
import { Clock } from '../../platform/time';
import { Transactions } from '../../platform/database/transactions';
import { durationSeconds } from '../../platform/text/text-parsers.rules';
import { WorkflowDraftsService } from '../../workflows/workflow-drafts.service';
import { WorkflowPublishingService } from '../../workflows/workflow-publishing.service';
import { WorkflowPrecondition } from '../../workflows/workflow.resolver';
import { DEMO_FORM_NAME, demoForm, demoWorkflow } from './demo-form.rules';

export interface Demo {
  form: Pick<FormEntity, 'id' | 'name' | 'status' | 'revision'>;
  isNew: boolean;
  endpointUrl: string;
  /** Reads the form and its submissions, and nothing else. */
  key: IssuedKey;
}

/** A form to try the service with. */
@Injectable()
export class DemoService {
  constructor(
    private readonly transactions: Transactions,
    private readonly forms: FormsService,
    private readonly formLocks: FormPrecondition,
    private readonly workflowLocks: WorkflowPrecondition,
    private readonly drafts: WorkflowDraftsService,
    private readonly publishing: WorkflowPublishingService,
    private readonly keys: KeysService,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The demonstration form of the account as it is, or a new one. Either comes with a fresh value of its key, since
   * none can be shown again. `receiverUrl` is where the workflow of a new one sends large orders.
   */
  prepare(accountId: string, isAnother: boolean, receiverUrl: string): Promise<Demo> {
    return this.transactions.run(async () => {
      const existing = isAnother ? null : await this.forms.findNamed(accountId, DEMO_FORM_NAME);
      const form = existing ?? (await this.create(accountId, receiverUrl));
      const key = await this.readingKey(form);
      return { form, isNew: existing === null, endpointUrl: this.forms.endpointUrl(form.id), key };
    });
  }

  /** A form that accepts submissions and whose workflow is published. */
  private async create(accountId: string, receiverUrl: string): Promise<FormEntity> {
    const { form } = await this.forms.createFor(accountId, demoForm());
    const locked = (await this.formLocks.lock(form.id))!;
    const enabled = await this.forms.update(locked, { status: 'enabled' });
    const workflow = await this.drafts.replace((await this.workflowLocks.lock(form.id))!, demoWorkflow(receiverUrl));
    await this.publishing.publish(form, workflow);
    await this.auditEvents.insert({ accountId, action: 'demo', formId: form.id });
    return enabled;
  }

  private async readingKey({ id, accountId }: Pick<FormEntity, 'id' | 'accountId'>): Promise<IssuedKey> {
    const name = `demo ${id}`;
    const existing = (await this.keys.list(accountId)).find((key) => key.name === name && this.isUsable(key));
    if (existing) return this.keys.rotate(existing.id, durationSeconds('24h')!);
    const expiresAt = new Date(this.clock.now().getTime() + durationSeconds('30d')! * 1000);
    return this.keys.issue({ ...READING, accountId, name, formIds: [id], expiresAt });
  }

  private isUsable({ expiresAt, revokedAt }: ApiKeyEntity): boolean {
    return revokedAt === null && expiresAt > this.clock.now();
  }
}

const READING = {
  scopes: ['forms:read', 'submissions:read', 'workflows:read'],
  isReadOnly: true,
  readPerMinute: null,
  writePerMinute: null,
  destructivePerMinute: null,
} as const;
