const forbidden = new Set<string>();

/** True when the Content Security Policy of the page lets nothing be sent to an address: no attempt from this page can succeed. */
export const isForbidden = (endpoint: string): boolean => forbidden.has(endpoint);

/** Notes what the policy forbids. */
export function watchPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
    if (disposition === 'enforce' && effectiveDirective === 'connect-src') forbidden.add(blockedURI);
  });
}

/** Browsers tell of a violation in a task of its own, which may follow the failure of the request. */
export const policyTold = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
