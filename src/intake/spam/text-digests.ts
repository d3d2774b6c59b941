import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalText } from '../../fields/values/coercion.rules';
import type { FieldDefinition } from '../../forms/definition/field.types';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { countCodePoints } from '../../platform/text/text-parsers.rules';

/** Keyed digests of the texts of a submission, which find repeated texts without storing them. */
@Injectable()
export class TextDigests {
  constructor(private readonly keys: SecretKeys) {}

  /** Digests all long free texts, including those under names that no field has. */
  of({ fields }: { fields: readonly FreeText[] }, values: Values, otherValues: Values | null): Buffer[] {
    const { key } = this.keys.derive('repeated-texts')[0]!;
    const free = fields.filter(({ type, options }) => type === 'string' && !Array.isArray(options)).map(({ name }) => values[name]);
    return [...free, ...Object.values(otherValues ?? {}).flat()]
      .filter((value): value is string => typeof value === 'string')
      .map((value) => canonicalText(value))
      .filter((text) => text.length >= 2 * MIN_LENGTH || countCodePoints(text) >= MIN_LENGTH)
      .map((text) => createHmac('sha256', key).update(text).digest());
  }
}

type Values = Readonly<Record<string, unknown>>;
type FreeText = Pick<FieldDefinition, 'name' | 'type' | 'options'>;

/** Shorter texts are often equal by chance. */
const MIN_LENGTH = 20;
