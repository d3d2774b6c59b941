import { Sealer } from '../platform/crypto/sealer';
import type { SecretKeys } from '../platform/crypto/secret-keys';

/** Seals the key of an account by which the addresses of its visitors are digested. A value is bound to the id of the account. */
export const digestKeySealer = (keys: SecretKeys): Sealer => new Sealer(keys, 'visitor-digest-key');
