/** The proof that a request comes from this page. It is in memory only, so that other pages of the service cannot read it. */
let proof: string | null = null;

const given = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="console-proof"]')?.content;

export function proven(headers?: HeadersInit): Headers {
  const all = new Headers(headers);
  const text = proof ?? given();
  if (text) all.set('Console-Proof', text);
  return all;
}

export function keepProof(answer: Response): void {
  proof = answer.headers.get('Console-Proof');
}

/** Reloads a page without a proof once, since browsers withhold the cookie after a link from another site. True when it reloads. */
export function isOpenedAgain(): boolean {
  const isFirst = (history.state as { isAgain?: boolean } | null)?.isAgain !== true;
  history.replaceState(null, '');
  if (given() !== '' || !isFirst) return false;
  history.replaceState({ isAgain: true }, '');
  location.reload();
  return true;
}
