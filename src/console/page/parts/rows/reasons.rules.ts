import type { SpamReasonView } from '../../../../../client/src/index.js';
import { counted } from '../../english.rules';

type Check = SpamReasonView['check'];

const WORDS: Record<Check, string | ((detail: string) => string)> = {
  honeypot: 'hidden field filled',
  too_fast: (detail) => `sent after ${/[\d.]+/.exec(detail)?.[0] ?? 'less than a few'} s`,
  links: (detail) => counted(Number(/\d+/.exec(detail)?.[0]), 'link'),
  repeated_text: 'same text many times',
  proof_of_work: (detail) => (detail.includes('not valid') ? 'challenge not solved rightly' : 'challenge not solved'),
  siteverify: 'not confirmed by the provider',
  siteverify_unavailable: 'provider did not answer',
  duplicate: 'value taken already',
  marked: 'marked as spam',
};

/** Why a submission is held, in few words. The detail is the sentence of the service. */
export function wordOf({ check, detail }: SpamReasonView): string {
  const words = WORDS[check] as (typeof WORDS)[Check] | undefined; // a newer service may have more checks
  return typeof words === 'function' ? words(detail) : (words ?? detail);
}
