import { wireOf } from '../platform/text/wire.rules';
import type { Invitation } from './invitations.service';

/** A mail that invites a person to the console. */
export class InvitationView {
  /** The address that gets it. @example 'lena@example.com' */
  address: string;

  /** The end of the time in which its link signs in. @example '2026-11-27T21:26:00.000Z' */
  expires_at: string;

  static from(invitation: Invitation): InvitationView {
    return wireOf(invitation, 'address', 'expiresAt');
  }
}
