import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalText } from '../../fields/values/canonical-text.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { countCodePoints } from '../../platform/text/text-parsers.rules';
import type { SpamVerdict } from '../../submissions/spam.types';
import type { CompiledForm } from '../compiled-form';
import { PageTokens } from '../page-tokens';
import type { ControlFields } from '../underscore-fields.rules';
import { verdictOf } from './checks.rules';

/** Judges submissions that come without a token. */
@Injectable()
export class SpamChecks {
  constructor(
    private readonly tokens: PageTokens,
    private readonly keys: SecretKeys,
  ) {}

  judge(form: CompiledForm, control: ControlFields, values: Readonly<Record<string, unknown>>): SpamVerdict {
    const { spam } = form.settings;
    return verdictOf(spam, {
      isHoneypotFilled: control.isHoneypotFilled,
      elapsedMs: control.pageToken === null ? null : this.tokens.elapsedMsOf(control.pageToken, form.formId),
      values,
      textDigests: spam.repeatedText === 'off' ? [] : this.digestsOf(form, values),
    });
  }

  /** Keyed, so that the database does not tell what was written. */
  private digestsOf({ fields }: CompiledForm, values: Readonly<Record<string, unknown>>): Buffer[] {
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

/** Shorter texts are the same by chance. */
const MIN_LENGTH = 20;
