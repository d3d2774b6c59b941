import type { SigningSecret } from './signing-secrets.service';

/** The secret with which a receiver verifies requests of a webhook node (Standard Webhooks 1.0). */
export class SigningSecretView {
  /** @example 'crm' */
  node_id: string;

  /** `whsec_` and 32 random bytes in Base64. @example 'whsec_…' */
  secret: string;

  /** The secret before a rotation, as long as it still signs; else null. */
  previous_secret: string | null;

  previous_valid_until: string | null;

  /** @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from({ nodeId, secret, previous, createdAt }: SigningSecret): SigningSecretView {
    return {
      node_id: nodeId,
      secret,
      previous_secret: previous?.secret ?? null,
      previous_valid_until: previous?.validUntil.toISOString() ?? null,
      created_at: createdAt.toISOString(),
    };
  }
}
