import { ApiError } from '../../api/errors/api-error';
import type { FoundSession } from '../session.types';
import type { PasskeyOwner } from './passkey.types';

/** The person of a session. Throws 403 for the session of a key, and for one of a link to the console. */
export function requirePerson<Session extends FoundSession>(session: Session): Session & PasskeyOwner {
  if (session.personAddress === null) throw new ApiError('insufficient_scope', { message: NOT_A_PERSON });
  return session as Session & PasskeyOwner;
}

const NOT_A_PERSON =
  'This is for people with an address, and this session is that of a key or of a link. Sign in as a person, or have somebody invite you.';
