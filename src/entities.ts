import { AccountSecretEntity } from './accounts/account-secret.entity';
import { AccountEntity } from './accounts/account.entity';
import { PlanEntity } from './accounts/plan.entity';
import { PointLedgerEntity } from './accounts/point-ledger.entity';
import { FieldEntity } from './fields/field.entity';
import { FormStatsEntity } from './forms/form-stats.entity';
import { FormEntity } from './forms/form.entity';
import { RetiredSubmissionTokenEntity } from './forms/retired-submission-token.entity';
import { ApiKeyFormEntity } from './keys/api-key-form.entity';
import { ApiKeySecretEntity } from './keys/api-key-secret.entity';
import { ApiKeyEntity } from './keys/api-key.entity';
import { AuditEventEntity } from './api/audit/audit-event.entity';
import { IdempotencyRecordEntity } from './api/idempotency/idempotency-record.entity';
import { NotificationMailEntity } from './notifications/notification-mail.entity';
import { NotificationEntity } from './notifications/notification.entity';
import { ObjectRemovalEntity } from './submissions/files/object-removal.entity';
import { SubmissionFileEntity } from './submissions/files/submission-file.entity';
import { SubmissionKeyEntity } from './submissions/submission-key.entity';
import { SubmissionEntity } from './submissions/submission.entity';
import { PreviousSigningSecretEntity, SigningSecretEntity } from './workflows/signing-secret.entity';
import { WorkflowChannelEntity } from './workflows/workflow-channel.entity';
import { WorkflowRunStepEntity } from './workflows/runs/store/workflow-run-step.entity';
import { WorkflowRunEntity } from './workflows/runs/store/workflow-run.entity';
import { WorkflowVersionEntity } from './workflows/workflow-version.entity';
import { WorkflowEntity } from './workflows/workflow.entity';

/** One entity for each table of the service. */
export const ENTITIES = [
  AccountEntity,
  AccountSecretEntity,
  ApiKeyEntity,
  ApiKeyFormEntity,
  ApiKeySecretEntity,
  AuditEventEntity,
  FieldEntity,
  FormEntity,
  FormStatsEntity,
  IdempotencyRecordEntity,
  NotificationEntity,
  NotificationMailEntity,
  ObjectRemovalEntity,
  PlanEntity,
  PointLedgerEntity,
  PreviousSigningSecretEntity,
  RetiredSubmissionTokenEntity,
  SigningSecretEntity,
  SubmissionEntity,
  SubmissionFileEntity,
  SubmissionKeyEntity,
  WorkflowChannelEntity,
  WorkflowEntity,
  WorkflowRunEntity,
  WorkflowRunStepEntity,
  WorkflowVersionEntity,
];
