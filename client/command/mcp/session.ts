import type { Service } from '../service/connection.js';
import type { Run } from '../terminal.js';

/** The service of one run of the server, and what its agent has done there. */
export interface Session {
  service: Service;
  run: Run;
  /** The revisions of the drafts that the agent has saved, by the ids of their forms. It may replace these. */
  savedDrafts: Map<string, number>;
}
