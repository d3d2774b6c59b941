import { Injectable } from '@nestjs/common';
import type { SpamVerdict } from '../../submissions/spam.types';
import type { CompiledForm } from '../compiled-form';
import { PageTokens } from '../page-tokens';
import type { ControlFields } from '../underscore-fields.rules';
import { verdictOf } from './checks.rules';
import { TextDigests } from './text-digests';

/** Judges submissions that come without a token. */
@Injectable()
export class SpamChecks {
  constructor(
    private readonly tokens: PageTokens,
    private readonly digests: TextDigests,
  ) {}

  judge(form: CompiledForm, control: ControlFields, values: Readonly<Record<string, unknown>>): SpamVerdict {
    const { spam } = form.settings;
    return verdictOf(spam, {
      isHoneypotFilled: control.isHoneypotFilled,
      elapsedMs: control.pageToken === null ? null : this.tokens.elapsedMsOf(control.pageToken, form.formId),
      values,
      textDigests: spam.repeatedText === 'off' ? [] : this.digests.of(form, values),
    });
  }
}
