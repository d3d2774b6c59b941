import { EXPORT_LINK_ERASURE_PROVIDERS } from '../exports/links/export-link-erasure.service';
import { SUBMISSION_ERASURE_PROVIDERS } from '../submissions/erasure/submission-erasure.service';
import { ErasureFindingsService } from './erasure-findings.service';
import { ErasureLedger } from './erasure-ledger';
import { ErasureReplayService } from './erasure-replay.service';
import { ErasureSearchRepository } from './erasure-search.repository';
import { ErasuresRepository } from './erasures.repository';

/** What applies the ledger, beside the providers of the retention: the operator's commands have no other modules of submissions. */
export const REPLAY_PROVIDERS = [
  ...EXPORT_LINK_ERASURE_PROVIDERS,
  ...SUBMISSION_ERASURE_PROVIDERS,
  ErasureFindingsService,
  ErasureLedger,
  ErasureReplayService,
  ErasureSearchRepository,
  ErasuresRepository,
];
