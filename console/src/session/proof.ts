/** The proof that a request comes from this page. Other pages of the service cannot read it, and it is kept nowhere. */
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

/** After a link of another site browsers hold the cookie back, so there is no proof: the page opens itself once more. True when it does. */
export function isOpenedAgain(): boolean {
  const isFirst = (history.state as { isAgain?: boolean } | null)?.isAgain !== true;
  history.replaceState(null, '');
  if (given() !== '' || !isFirst) return false;
  history.replaceState({ isAgain: true }, '');
  location.reload();
  return true;
}
