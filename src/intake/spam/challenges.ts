import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import canonicalize from 'canonicalize';
import { Injectable } from '@nestjs/common';
import { parseJson } from '../../api/body/parse-json';
import { isJsonObject } from '../../platform/json/json.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { Clock } from '../../platform/time';

/** The result of checking the challenge that a page sent as `_altcha`. */
export interface ChallengeAnswer {
  outcome: 'missing' | 'invalid' | 'solved';
  /** The nonce of a solved challenge, which can be used only once. */
  nonce: Buffer | null;
  /** The time since the page got its first challenge, solved or not; null when it is unknown. */
  elapsedMs: number | null;
}

/**
 * Challenges of the ALTCHA protocol, which cost computing time. A challenge is valid for one form and ten minutes. The service computes one
 * signature for a new challenge, and one derivation of a key to check a solution whose challenge has a valid signature.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly keys: SecretKeys,
    private readonly clock: Clock,
  ) {}

  /** @param isToSolve false when only the elapsed time matters, which saves pages the computation */
  issue(formId: string, isToSolve: boolean): Promise<Challenge> {
    const now = this.clock.now().getTime();
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      keyPrefix: PREFIX,
      deriveKey,
      data: { form: formId, made_at: now, solve: isToSolve },
      expiresAt: Math.ceil((now + VALID_MS) / 1000),
      hmacSignatureSecret: this.secrets()[0]!,
    });
  }

  /** Checks an answer. Never throws, whatever was sent. */
  async check(sent: string | null, formId: string): Promise<ChallengeAnswer> {
    if (sent === null) return { outcome: 'missing', nonce: null, elapsedMs: null };
    try {
      return await this.checkAnswer(answerOf(sent), formId);
    } catch {
      return INVALID;
    }
  }

  private async checkAnswer({ challenge, solution, first }: SentAnswer, formId: string): Promise<ChallengeAnswer> {
    const secret = this.secretOf(challenge, formId);
    if (secret === null) return INVALID;
    const now = this.clock.now().getTime();
    const { nonce, expiresAt } = challenge.parameters;
    const elapsedMs = now - madeAt(this.secretOf(first, formId) === null ? challenge : first);
    const isSolved =
      now <= expiresAt! * 1000 && (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret })).verified;
    return isSolved ? { outcome: 'solved', nonce: Buffer.from(nonce, 'hex'), elapsedMs } : { outcome: 'invalid', nonce: null, elapsedMs };
  }

  /** Returns the secret that signed the challenge for this form; null when none did. */
  private secretOf({ parameters, signature }: Challenge, formId: string): string | null {
    if (!isJsonObject(parameters) || typeof signature !== 'string' || parameters.data?.form !== formId) return null;
    const signed = canonicalize(parameters)!;
    const given = Buffer.from(signature, 'hex');
    const isSignedBy = (secret: string): boolean => {
      const expected = createHmac('sha256', secret).update(signed).digest();
      return given.length === expected.length && timingSafeEqual(given, expected);
    };
    return this.secrets().find(isSignedBy) ?? null;
  }

  private secrets(): string[] {
    return this.keys.derive('proof-of-work').map(({ key }) => key.toString('hex'));
  }
}

/** An unchecked answer, whose members may have any value. */
interface SentAnswer {
  challenge: Challenge;
  solution: Solution;
  /** The first challenge of the page. The page solved another one if the first had expired, or if it later sent other values. */
  first: Challenge;
}

/** Throws for invalid JSON, and for JSON beyond the limits of request bodies, such as deeply nested one. */
function answerOf(sent: string): SentAnswer {
  if (sent.length > MAX_LENGTH) throw new Error('This is too long for an answer.');
  const { challenge, solution, first } = parseJson(Buffer.from(sent, 'base64')) as Record<string, unknown>;
  return { challenge, solution, first: first ?? challenge } as SentAnswer;
}

const madeAt = ({ parameters }: Challenge): number => Number(parameters.data!.made_at);

const INVALID: ChallengeAnswer = { outcome: 'invalid', nonce: null, elapsedMs: null };
const VALID_MS = 10 * 60 * 1000;
/** The iterations of PBKDF2 per attempt. A page needs 256 attempts on average. */
const COST = 2_000;
const PREFIX = '00';
/** Exceeds an answer, which has about 700 characters, or 1,200 with a first challenge. */
const MAX_LENGTH = 4_096;
