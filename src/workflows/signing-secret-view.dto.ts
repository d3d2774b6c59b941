import { ApiProperty } from '@nestjs/swagger';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { NODE_ID } from './definition/structure.rules';
import type { SigningSecret } from './signing-secrets.service';

/** A secret that was replaced and signs as well until its overlap ends. */
export class PreviousSecretView {
  /** `whsec_` and 32 random bytes in Base64. @example 'whsec_…' */
  @ApiProperty({ pattern: '^whsec_' })
  secret: string;

  /** The end of its validity. @example '2026-11-20T21:26:00.000Z' */
  valid_until: string;
}

/** The secret with which a receiver verifies requests of a webhook node (Standard Webhooks 1.0). */
export class SigningSecretView {
  /** The id of a node of the workflow. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string;

  /** `whsec_` and 32 random bytes in Base64. @example 'whsec_…' */
  @ApiProperty({ pattern: '^whsec_' })
  secret: string;

  /** The newest of the previous secrets that still sign; else null. */
  @ApiProperty({ pattern: '^whsec_' })
  previous_secret: string | null;

  /** The time until which the previous secret signs as well; null when there is none. */
  previous_valid_until: string | null;

  /** All previous secrets that still sign, newest first. */
  @ApiProperty({ type: [PreviousSecretView], maxItems: MAX_PREVIOUS_SECRETS })
  previous: PreviousSecretView[];

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from({ nodeId, secret, previous, createdAt }: SigningSecret): SigningSecretView {
    const views = previous.map((each) => ({ secret: each.secret, valid_until: each.validUntil.toISOString() }));
    return {
      node_id: nodeId,
      secret,
      previous_secret: views[0]?.secret ?? null,
      previous_valid_until: views[0]?.valid_until ?? null,
      previous: views,
      created_at: createdAt.toISOString(),
    };
  }
}
