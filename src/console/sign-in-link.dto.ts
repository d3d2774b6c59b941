import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../api/validation/decorators.rules';
import { wireOf } from '../platform/text/wire.rules';
import type { ConsoleLink } from './console-links.service';

const MIN_SECONDS = 600;
const MAX_SECONDS = 3 * 24 * 3_600;
const DEFAULT_SECONDS = 24 * 3_600;

/** A new link for a person. */
export class CreateSignInLinkDto {
  /** The seconds for which the link opens: ten minutes to three days, and not longer than the key. @example 86400 */
  @ApiPropertyOptional({ type: 'integer', default: DEFAULT_SECONDS })
  @MayBeAbsent()
  @IsInt()
  @Min(MIN_SECONDS)
  @Max(MAX_SECONDS)
  expires_in?: number;

  static lifetimeOf(body: CreateSignInLinkDto | undefined): number {
    return body?.expires_in ?? DEFAULT_SECONDS;
  }
}

/** A link with which somebody signs in to the console, once. */
export class SignInLinkView {
  /** Shown only now. Whoever opens it first may do in the console what the key may. @example 'https://forms.example.com/console#fcl_…' */
  @ApiProperty({ pattern: '^https?://' })
  url: string;

  /** The end of the time in which it opens. @example '2026-11-21T21:26:00.000Z' */
  expires_at: string;

  static from(link: ConsoleLink): SignInLinkView {
    return wireOf(link, 'url', 'expiresAt');
  }
}
