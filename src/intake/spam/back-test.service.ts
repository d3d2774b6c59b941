import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { notFound } from '../../api/errors/api-error';
import type { StoredSettings } from '../../forms/settings/form-settings.dto';
import { FormsService } from '../../forms/forms.service';
import { patchedSettings, settingsOf } from '../../forms/settings/form-settings.rules';
import { BackTest, type BackTestOutcome, type JudgedSubmission } from './back-test';
import { type Before, JudgedSubmissionsRepository } from './judged-submissions.repository';
import { TextDigests } from './text-digests';

@Injectable()
export class BackTestService {
  constructor(
    private readonly forms: FormsService,
    private readonly submissions: JudgedSubmissionsRepository,
    private readonly digests: TextDigests,
  ) {}

  /** Tests a merge patch of the settings on the newest submissions without a token. Reads them in small pages, and writes nothing. */
  async run(caller: Caller, formId: string, spam: StoredSettings['spam'], last: number): Promise<BackTestOutcome> {
    const form = await this.forms.get(caller, formId);
    if (!form) throw notFound();
    const settings = settingsOf(patchedSettings(form.settings, { spam }));
    const test = new BackTest(settings.spam, ({ fields, otherValues }) => this.digests.of(form, fields, otherValues));
    for (let before: Before | undefined = END; before && test.lookedAt < last;) {
      const found: JudgedSubmission[] = await this.submissions.before(formId, before);
      for (const submission of found.slice(0, last - test.lookedAt)) test.add(submission);
      before = found.at(-1);
    }
    return test.finish();
  }
}

const END: Before = { receivedAt: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
