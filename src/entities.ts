import { AccountSecretEntity } from './accounts/account-secret.entity';
import { AccountEntity, PlanEntity } from './accounts/account.entity';
import { PointLedgerEntity } from './accounts/point-ledger.entity';
import { ErasureEntity } from './erasures/erasure.entity';
import { ExportLinkEntity } from './exports/links/export-link.entity';
import { FieldEntity } from './forms/definition/field.entity';
import { FormEntity, FormStatsEntity, RetiredSubmissionTokenEntity } from './forms/form.entity';
import { ApiKeyEntity, ApiKeyGrantEntity, ApiKeySecretEntity } from './keys/api-key.entity';
import { AuditEventEntity } from './api/operation/audit-event.entity';
import { IdempotencyRecordEntity } from './api/operation/idempotency-record.entity';
import { NoticeEntity } from './notices/notice.entity';
import { NotificationEntity, NotificationMailEntity } from './notifications/notification.entity';
import { ObjectRemovalEntity, SubmissionFileEntity } from './files/submission-file.entity';
import { UniqueValueJobEntity, SubmissionEntity, SubmissionIdempotencyKeyEntity } from './submissions/submission.entity';
import { SubmissionEditEntity } from './submissions/corrections/submission-edit.entity';
import { SubmissionJobEntity } from './submissions/jobs/submission-job.entity';
import { PreviousSigningSecretEntity, SigningSecretEntity } from './workflows/signing-secret.entity';
import { FailingDestinationEntity, WorkflowEntity, WorkflowVersionEntity } from './workflows/workflow.entity';
import { WorkflowRunEntity, WorkflowRunStepEntity } from './workflows/runs/store/workflow-run.entity';

export const ENTITIES = [
  AccountEntity,
  AccountSecretEntity,
  ApiKeyEntity,
  ApiKeyGrantEntity,
  ApiKeySecretEntity,
  AuditEventEntity,
  UniqueValueJobEntity,
  ErasureEntity,
  ExportLinkEntity,
  FieldEntity,
  FormEntity,
  FormStatsEntity,
  IdempotencyRecordEntity,
  NoticeEntity,
  NotificationEntity,
  NotificationMailEntity,
  ObjectRemovalEntity,
  PlanEntity,
  PointLedgerEntity,
  PreviousSigningSecretEntity,
  RetiredSubmissionTokenEntity,
  SigningSecretEntity,
  SubmissionEditEntity,
  SubmissionEntity,
  SubmissionFileEntity,
  SubmissionIdempotencyKeyEntity,
  SubmissionJobEntity,
  FailingDestinationEntity,
  WorkflowEntity,
  WorkflowRunEntity,
  WorkflowRunStepEntity,
  WorkflowVersionEntity,
];
