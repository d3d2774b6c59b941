import { SubmissionStoreRepository } from '../submission-store.repository';
import { RetentionRepository } from './retention.repository';
import { RetentionService } from './retention.service';

/** What the service and the operator's commands need for the retention. Each of their modules provides the runs of submissions. */
export const RETENTION_PROVIDERS = [RetentionRepository, RetentionService, SubmissionStoreRepository];
