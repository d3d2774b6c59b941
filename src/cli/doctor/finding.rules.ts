/** `off` means that a system is not configured, `failed` that an error stops something from working. */
export type Severity = 'ok' | 'warning' | 'failed' | 'off';

export interface Finding {
  verdict: Severity;
  finding: string;
  remedy: string | null;
}

export const ok = (finding: string): Finding => ({ verdict: 'ok', finding, remedy: null });

export const off = (finding: string): Finding => ({ verdict: 'off', finding, remedy: null });

export const warning = (finding: string, remedy: string): Finding => ({ verdict: 'warning', finding, remedy });

export const failed = (finding: string, remedy: string): Finding => ({ verdict: 'failed', finding, remedy });

export const BEFORE_MIGRATIONS = 'It is not checked before all migrations are applied.';

/** The result of a check whose settings are invalid. The check of the settings reports each error. */
export const unreadable = (...settings: string[]): Finding => failed(`${settings.join(', ')} cannot be used.`, 'See the settings.');

export const worst = (findings: readonly [Finding, ...Finding[]]): Finding =>
  findings.reduce((worst, each) => (BY_SEVERITY.indexOf(each.verdict) > BY_SEVERITY.indexOf(worst.verdict) ? each : worst));

const BY_SEVERITY: Severity[] = ['off', 'ok', 'warning', 'failed'];
