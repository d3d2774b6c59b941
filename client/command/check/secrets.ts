import type { DefinitionFile } from '../definition/definition-file.js';
import type { Mistake } from '../faults.js';

/** API keys, submission tokens, sessions and signing secrets of the service. */
const SECRETS = /\b(?:fck|fst|fcb|fcl|fcm|fcs|whsec)_[0-9A-Za-z+/=]{20,}/g;

/** The places of secrets, comments included: a file is read by all who read the repository. */
export const secretMistakes = (file: DefinitionFile): Mistake[] =>
  [...file.text.matchAll(SECRETS)].map(({ index }) => ({ message: SECRET, place: file.placeAt(index) }));

export const withoutSecrets = (text: string): string => text.replaceAll(SECRETS, '(a secret)');

const SECRET =
  'A secret must not stand in a file. Remove it and make a new one, since it may have been read; name a secret of the account, or a variable.';
