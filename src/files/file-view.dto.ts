import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../api/validation/decorators.rules';
import { wireOf } from '../platform/text/wire.rules';
import type { FileLink } from './file-link.rules';
import type { SubmissionFileEntity } from './submission-file.entity';

const SHORTEST_LIFETIME = 60;
const LONGEST_LIFETIME = 7 * 24 * 60 * 60;
const DEFAULT_LIFETIME = 60 * 60;

/** A file of a submission. */
export class FileView {
  /** The id. @example '019aa2c4-6a11-7c4d-9e5f-1b2c3d4e5f60' */
  id: string;

  /** The name of the field that it was sent in. @example 'cv' */
  field: string;

  /** The name that the visitor gave it, without folders and control characters and with an extension of its content; at most 200 characters. @example 'cv.pdf' */
  @ApiProperty({ maxLength: 255 })
  filename: string;

  /** The media type that was found in the content. @example 'application/pdf' */
  @ApiProperty({ pattern: '^[^/ ]+/[^/ ]+', maxLength: 255 })
  content_type: string;

  /** The size in bytes. @example 48213 */
  size_bytes: number;

  /** The SHA-256 digest of the content in hexadecimal, which is also the ETag of the download. @example 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' */
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' })
  sha256: string;

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from(file: SubmissionFileEntity): FileView {
    return {
      ...wireOf(file, 'id', 'field', 'filename', 'contentType', 'sizeBytes', 'createdAt'),
      sha256: file.sha256.toString('hex'),
    };
  }
}

/** A file of a submission, as the submission names it. */
export class ListedFileView extends OmitType(FileView, ['sha256', 'created_at'] as const) {}

/** A new link to a file. */
export class CreateFileLinkDto {
  /** The lifetime of the link in seconds. */
  @ApiPropertyOptional({ type: 'integer', minimum: SHORTEST_LIFETIME, maximum: LONGEST_LIFETIME, default: DEFAULT_LIFETIME })
  @MayBeAbsent()
  @IsInt()
  @Min(SHORTEST_LIFETIME)
  @Max(LONGEST_LIFETIME)
  expires_in?: number;

  static lifetimeOf({ expires_in = DEFAULT_LIFETIME }: CreateFileLinkDto = {}): number {
    return expires_in;
  }
}

/** A link that serves a file without an API key. Whoever has it can read the file. */
export class FileLinkView {
  /** The address. @example 'https://forms.example.com/files/AVx3…' */
  @ApiProperty({ pattern: '^https?://' })
  url: string;

  /** The end of its validity. @example '2026-11-20T22:26:00.000Z' */
  expires_at: string;

  static from(link: FileLink): FileLinkView {
    return wireOf(link, 'url', 'expiresAt');
  }
}
