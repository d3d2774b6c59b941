export const AUDIT_ACTORS = ['key', 'console', 'operator'] as const;

/** An event of the audit trail as its account sees it. */
export interface TrailEvent {
  /** A number. */
  id: string;
  action: string;
  resourceId: string | null;
  formId: string | null;
  keyId: string | null;
  actor: (typeof AUDIT_ACTORS)[number];
  requestId: string | null;
  revisionBefore: number | null;
  revisionAfter: number | null;
  createdAt: Date;
}

/** Which events a list has; times are ISO 8601. */
export interface AuditFilter {
  resourceId?: string;
  action?: string;
  keyId?: string;
  createdAfter?: string;
  createdBefore?: string;
}
