import type { CheckLevel, ProofLevel, SpamSettingsView } from '../../forms/settings/spam-settings.dto';
import type { SpamReason, SpamVerdict } from '../../submissions/spam.types';
import type { ChallengeAnswer } from './challenges';
import type { ProviderAnswer } from './siteverify-providers.rules';

/** Settings in which `auto` has been resolved to a level. */
export type JudgedSettings = Omit<SpamSettingsView, 'proof_of_work'> & { proof_of_work: Exclude<ProofLevel, 'auto'> };

/** The signals of a submission without a token. */
export interface SubmissionSignals {
  isHoneypotFilled: boolean;
  /** The milliseconds since the page was made; null when they are unknown. */
  elapsedMs: number | null;
  /** The checked challenge; null when the form asks for none and none was sent. */
  challenge: Pick<ChallengeAnswer, 'outcome' | 'nonce'> | null;
  /** The provider's answer about the token; null when the provider was not asked. */
  siteverify: ProviderAnswer | null;
  values: unknown;
  textDigests: Buffer[];
}

/** Judges a submission by the checks that do not depend on other submissions. The commit compares its texts with others. */
export function verdictOf(
  spam: JudgedSettings,
  { isHoneypotFilled, elapsedMs, challenge, siteverify, values, textDigests }: SubmissionSignals,
): SpamVerdict {
  const links = spam.links === 'off' ? 0 : countLinks(values);
  const findings: [CheckLevel | 'require', SpamReason][] = [];
  if (isHoneypotFilled && spam.honeypot !== 'drop') findings.push([spam.honeypot, HONEYPOT]);
  if (elapsedMs !== null && elapsedMs < spam.min_seconds * 1000) findings.push([spam.too_fast, tooFast(elapsedMs)]);
  if (links > spam.max_links) findings.push([spam.links, tooManyLinks(links, spam.max_links)]);
  if (challenge && challenge.outcome !== 'solved') findings.push([spam.proof_of_work, UNSOLVED[challenge.outcome]]);
  if (siteverify && siteverify !== 'passed') findings.push([spam.siteverify.level, UNVERIFIED[siteverify]]);
  const holding = findings.filter(([level]) => level === 'quarantine' || level === 'require');
  const observed = findings.filter(([level]) => level === 'observe');
  return {
    state: holding.length > 0 ? 'quarantined' : 'accepted',
    reasons: [...holding, ...observed].map(([, reason]) => reason),
    signals: {
      honeypot: isHoneypotFilled,
      ...(elapsedMs !== null && { elapsed_ms: Math.round(elapsedMs) }),
      ...(challenge && { proof_of_work: challenge.outcome }),
      ...(siteverify && { siteverify }),
    },
    solution: solutionOf(spam, challenge),
    texts: spam.repeated_text === 'off' || textDigests.length === 0 ? null : { digests: textDigests, level: spam.repeated_text },
  };
}

/** Returns the solution that the commit marks as used; null when proof of work is off. */
const solutionOf = ({ proof_of_work }: JudgedSettings, challenge: SubmissionSignals['challenge']): SpamVerdict['solution'] =>
  proof_of_work === 'off' || !challenge?.nonce ? null : { nonce: challenge.nonce, onSpent: proof_of_work };

/** Counts web addresses in all texts of a value, including repeated ones. */
export function countLinks(value: unknown): number {
  if (typeof value === 'string') return value.match(LINK)?.length ?? 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countLinks(member), 0);
}

const LINK = /https?:\/\/(?:www\.)?|\bwww\./gi;

const HONEYPOT: SpamReason = { check: 'honeypot', detail: 'A field that people do not see was filled in.' };

const tooFast = (elapsedMs: number): SpamReason => ({
  check: 'too_fast',
  detail: `It was sent ${(elapsedMs / 1000).toFixed(1)} seconds after the page was made.`,
});

const tooManyLinks = (links: number, most: number): SpamReason => ({
  check: 'links',
  detail: `It has ${links} ${links === 1 ? 'link' : 'links'}; ${most} ${most === 1 ? 'is' : 'are'} allowed.`,
});

const UNSOLVED: Readonly<Record<'missing' | 'invalid', SpamReason>> = {
  missing: { check: 'proof_of_work', detail: 'It came without the solution of a challenge.' },
  invalid: { check: 'proof_of_work', detail: 'Its solution is not valid: wrong, too old, or of another form.' },
};

const UNVERIFIED: Readonly<Record<'failed' | 'unavailable', SpamReason>> = {
  failed: { check: 'siteverify', detail: 'It came without a token that the provider accepts.' },
  unavailable: { check: 'siteverify_unavailable', detail: 'The provider could not be asked, or gave no usable answer.' },
};
