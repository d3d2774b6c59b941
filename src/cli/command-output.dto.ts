import type { AccountEntity } from '../accounts/account.entity';
import type { AccountOverview } from '../accounts/accounts.service';
import type { ListedSecret } from '../accounts/account-secret.entity';
import type { Balance } from '../accounts/points.rules';
import type { Demo } from './demo/demo.service';
import type { ApiKeyEntity } from '../keys/api-key.entity';
import type { ConsoleLink } from '../console/console-links.service';
import type { BulkRetry } from '../workflows/runs/operations/run-operations.types';
import type { QueueStatus, StuckRun } from '../workflows/runs/store/run-backlog.types';

/** An account as printed by `accounts create` and `accounts set-plan`. */
export const accountOutput = ({ id, name, plan }: AccountEntity) => ({ id, name, plan });

/** An account as printed by `accounts list`. */
export const listedAccountOutput = (account: AccountEntity) => ({
  ...accountOutput(account),
  aggregate_per_minute: account.aggregatePerMinute,
  created_at: account.createdAt.toISOString(),
  suspended_at: account.suspendedAt?.toISOString() ?? null,
});

/** An account as printed by `accounts show`. A limit of null means without limit. */
export const accountOverviewOutput = ({ account, plan, points, keys, forms, quarantined }: AccountOverview) => ({
  ...accountOutput(account),
  created_at: account.createdAt.toISOString(),
  suspended_at: account.suspendedAt?.toISOString() ?? null,
  notify_email: account.notifyEmail,
  limits: {
    forms: plan.formsMax,
    keys: plan.keysMax,
    form_submissions_per_month: plan.formSubmissionsPerMonth,
    points_per_month: plan.pointsPerMonth,
    open_test_runs: plan.testRunsMax,
    notification_mails_per_hour: plan.mailsPerHour,
    read_per_minute: plan.readPerMinute,
    write_per_minute: plan.writePerMinute,
    destructive_per_minute: plan.destructivePerMinute,
    user_aggregate_per_minute: account.aggregatePerMinute ?? plan.aggregatePerMinute,
  },
  compute_points: points,
  keys,
  forms,
  quarantined,
});

/** An account as printed by `accounts grant-points`. The balance is null for an account without a limit. */
export const grantedAccountOutput = ({ id, name }: AccountEntity, balance: Balance) => ({
  id,
  name,
  points_balance: balance,
});

/** An account as printed by `accounts suspend` and `accounts resume`. */
export const suspensionOutput = ({ id, name, suspendedAt }: AccountEntity) => ({
  id,
  name,
  suspended_at: suspendedAt?.toISOString() ?? null,
});

/** An account as printed by `accounts set-email`. */
export const notifyEmailOutput = ({ id, name, notifyEmail }: AccountEntity) => ({
  id,
  name,
  notify_email: notifyEmail,
});

/** A new or rotated key as printed by `keys create` and `keys rotate`, with its value, which is not stored. */
export const issuedKeyOutput = ({ id, scopes, formAccessMode, expiresAt }: ApiKeyEntity, text: string) => ({
  id,
  key: text,
  scopes,
  form_access_mode: formAccessMode,
  expires_at: expiresAt.toISOString(),
});

/** A key as printed by `keys list`. */
export const listedKeyOutput = (key: ApiKeyEntity, accountName: string) => ({
  id: key.id,
  account_id: key.accountId,
  account_name: accountName,
  name: key.name,
  scopes: key.scopes,
  form_access_mode: key.formAccessMode,
  writes_enabled: key.writesEnabled,
  read_per_minute: key.readPerMinute,
  write_per_minute: key.writePerMinute,
  destructive_per_minute: key.destructivePerMinute,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

/** A key as printed by `keys revoke`. */
export const revokedKeyOutput = ({ id, revokedAt }: ApiKeyEntity) => ({
  id,
  revoked_at: revokedAt?.toISOString() ?? null,
});

/** The result of `console`. */
export const consoleLinkOutput = ({ url, expiresAt }: ConsoleLink) => ({ url, expires_at: expiresAt.toISOString() });

/** A secret as printed by `secrets set` and `secrets remove`. */
export const secretOutput = ({ id }: AccountEntity, name: string) => ({ account_id: id, name });

/** A secret as printed by `secrets list`. */
export const listedSecretOutput = ({ name, createdAt, updatedAt }: ListedSecret) => ({
  name,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** The output of `demo`. Its commands run as they stand in a POSIX shell. */
export function demoOutput(
  { form, isNew, endpointUrl, key }: Demo,
  { baseUrl, firstKey, submission }: { baseUrl: string; firstKey: string | null; submission: object },
) {
  const submissionsUrl = `${baseUrl}/v1/forms/${form.id}/submissions`;
  return {
    form_id: form.id,
    name: form.name,
    status: form.status,
    created: isNew,
    page_url: `${baseUrl}/f/${form.id}`,
    submit_url: endpointUrl,
    script_url: `${baseUrl}/embed.js`,
    submissions_url: submissionsUrl,
    key: key.text,
    key_expires_at: key.key.expiresAt.toISOString(),
    first_key: firstKey,
    submit_command: `curl ${endpointUrl} -H 'Content-Type: application/json' -d '${JSON.stringify(submission)}'`,
    read_command: `curl '${submissionsUrl}?limit=1' -H 'Authorization: Bearer ${key.text}'`,
  };
}
/** The runs of all accounts as printed by `queue status`. */
export const queueOutput = ({ counts, oldestDueSeconds, workers }: QueueStatus) => ({
  ...counts,
  oldest_due_seconds: Math.round(oldestDueSeconds),
  workers,
});

/** A run as printed by `runs stuck`. */
export const stuckRunOutput = (run: StuckRun) => ({
  id: run.id,
  reason: run.reason,
  status: run.status,
  account_id: run.accountId,
  form_id: run.formId,
  created_at: run.createdAt.toISOString(),
  due_at: run.dueAt.toISOString(),
  worker: run.leaseOwner,
  lost_workers: run.lostLeases,
});

/** The result of `runs retry`. */
export const bulkRetryOutput = (result: BulkRetry, isDryRun: boolean) => ({
  dry_run: isDryRun,
  found: result.found,
  retried: result.retried,
  uncertain: result.uncertain,
  changed: result.changed,
  limited: result.isLimited,
});
