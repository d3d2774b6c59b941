import { AccountSecretEntity } from './accounts/account-secret.entity';
import { AccountEntity } from './accounts/account.entity';
import { PlanEntity } from './accounts/plan.entity';
import { FieldEntity } from './fields/field.entity';
import { FormStatsEntity } from './forms/form-stats.entity';
import { FormEntity } from './forms/form.entity';
import { ApiKeySecretEntity } from './keys/api-key-secret.entity';
import { ApiKeyEntity } from './keys/api-key.entity';
import { AuditEventEntity } from './api/audit/audit-event.entity';
import { IdempotencyRecordEntity } from './api/idempotency/idempotency-record.entity';
import { SubmissionEntity } from './submissions/submission.entity';
import { SigningSecretEntity } from './workflows/signing-secret.entity';
import { WorkflowRunStepEntity } from './workflows/runs/store/workflow-run-step.entity';
import { WorkflowRunEntity } from './workflows/runs/store/workflow-run.entity';
import { WorkflowVersionEntity } from './workflows/workflow-version.entity';
import { WorkflowEntity } from './workflows/workflow.entity';

/** The entities of all modules. */
export const ENTITIES = [
  AccountEntity,
  AccountSecretEntity,
  ApiKeyEntity,
  ApiKeySecretEntity,
  AuditEventEntity,
  FieldEntity,
  FormEntity,
  FormStatsEntity,
  IdempotencyRecordEntity,
  PlanEntity,
  SigningSecretEntity,
  SubmissionEntity,
  WorkflowEntity,
  WorkflowRunEntity,
  WorkflowRunStepEntity,
  WorkflowVersionEntity,
];
