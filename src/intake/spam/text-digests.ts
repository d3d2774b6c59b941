import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalText } from '../../fields/values/coercion.rules';
import type { FieldDefinition } from '../../forms/definition/field.types';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { countCodePoints } from '../../platform/text/text-parsers.rules';

/** Keyed digests of the texts of a submission, to find the same text again. The database does not tell what was written. */
@Injectable()
export class TextDigests {
  constructor(private readonly keys: SecretKeys) {}

  /** Digests all long texts that people write freely. */
  of({ fields }: { fields: readonly FreeText[] }, values: Readonly<Record<string, unknown>>): Buffer[] {
    const { key } = this.keys.derive('repeated-texts')[0]!;
    return fields
      .filter(({ type, options }) => type === 'string' && !Array.isArray(options))
      .map(({ name }) => values[name])
      .filter((value): value is string => typeof value === 'string')
      .map((value) => canonicalText(value))
      .filter((text) => countCodePoints(text) >= MIN_LENGTH)
      .map((text) => createHmac('sha256', key).update(text).digest());
  }
}

type FreeText = Pick<FieldDefinition, 'name' | 'type' | 'options'>;

/** Shorter texts are the same by chance. */
const MIN_LENGTH = 20;
