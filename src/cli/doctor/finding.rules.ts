/** `off` is what has not been asked for. Only `failed` keeps something from working. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'off';

/** What a check has found, and what to do about it. */
export interface Finding {
  verdict: Verdict;
  finding: string;
  remedy: string | null;
}

export const ok = (finding: string): Finding => ({ verdict: 'ok', finding, remedy: null });

export const off = (finding: string): Finding => ({ verdict: 'off', finding, remedy: null });

export const warning = (finding: string, remedy: string): Finding => ({ verdict: 'warning', finding, remedy });

export const failed = (finding: string, remedy: string): Finding => ({ verdict: 'failed', finding, remedy });

/** For a check whose settings cannot be read; the check of the settings says what is wrong with each. */
export const unreadable = (...settings: string[]): Finding =>
  failed(`${settings.join(', ')} cannot be used.`, 'See the settings.');

/** The worst of several findings about the same thing. */
export const worst = (findings: readonly [Finding, ...Finding[]]): Finding =>
  findings.reduce((worst, each) =>
    BY_SEVERITY.indexOf(each.verdict) > BY_SEVERITY.indexOf(worst.verdict) ? each : worst,
  );

const BY_SEVERITY: Verdict[] = ['off', 'ok', 'warning', 'failed'];
