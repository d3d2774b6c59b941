import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { AcceptedFile, StoredFile } from '../../files/submission-file.entity';
import { UploadsService } from '../../files/uploads.service';
import type { FormEntity } from '../../forms/form.entity';
import { settingsOf } from '../../forms/settings/form-settings.rules';
import { ImportsService } from '../../intake/imports/imports.service';
import { verdictOf } from '../../intake/spam/checks.rules';
import { newId } from '../../platform/ids.rules';
import { Clock } from '../../platform/time';
import { SubmissionWriter } from '../../submissions/submission-writer';
import type { NewSubmission } from '../../submissions/submission-writer.types';
import { SingleRun } from '../../workflows/runs/engine/single-run';
import { ATTACHED, earlierSubmissions, LARGE_ORDERS, SPAM, UNREAD } from './demo-submissions.rules';

/** Fills the form of the demonstration, so that every view of the console has something to show. */
@Injectable()
export class DemoSubmissionsService {
  constructor(
    private readonly imports: ImportsService,
    private readonly writer: SubmissionWriter,
    private readonly uploads: UploadsService,
    private readonly runs: SingleRun,
    private readonly clock: Clock,
  ) {}

  /** Submissions of three days, one that is held as spam, and two whose deliveries the receiver of the workflow refuses and leaves open. */
  async fill(form: Pick<FormEntity, 'id' | 'revision'>): Promise<void> {
    const earlier = earlierSubmissions(this.clock.now());
    await this.import(form.id, earlier.slice(UNREAD), true);
    await this.import(form.id, earlier.slice(0, UNREAD), false);
    await this.write(form, SPAM, { isHoneypotFilled: true });
    const [withFile, other] = LARGE_ORDERS;
    await this.runs.executeOf(await this.withFile((files) => this.write(form, withFile, { files })));
    await this.runs.executeOf(await this.write(form, other));
  }

  /** Puts the file of the demonstration into the store, as an upload does. */
  private async withFile<Result>(work: (files: StoredFile[]) => Promise<Result>): Promise<Result> {
    const { text, ...traits } = ATTACHED;
    const bytes = Buffer.from(text);
    const folder = await mkdtemp(join(tmpdir(), 'demo-'));
    const file: AcceptedFile = {
      ...{ ...traits, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() },
      path: join(folder, traits.filename),
    };
    try {
      await writeFile(file.path, bytes);
      return await this.uploads.withStored([file], work);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async import(formId: string, rows: readonly object[], isRead: boolean): Promise<void> {
    const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
    const options = { type: 'application/x-ndjson', columns: {}, isRead, isDryRun: false } as const;
    await this.imports.import(formId, once(bytes), options);
  }

  /** Stores a submission as a website sends it. One that fills the field which people do not see is judged as always. */
  private async write(
    { id: formId, revision }: Pick<FormEntity, 'id' | 'revision'>,
    fields: Record<string, unknown>,
    { isHoneypotFilled = false, files = [] as StoredFile[] } = {},
  ): Promise<NewSubmission> {
    const judged = { ...settingsOf({}).spam, proof_of_work: 'off' } as const;
    const evidence = {
      isHoneypotFilled,
      elapsedMs: 800,
      challenge: null,
      siteverify: null,
      values: fields,
      textDigests: [],
    };
    const submission: NewSubmission = {
      ...{ id: newId(), formId, revision, source: 'form_submit', fields, files, ignoredFields: [] },
      ...{ clientNetwork: null, userAgent: null, idempotency: null },
      ...(isHoneypotFilled && { spam: verdictOf(judged, evidence) }),
    };
    await this.writer.write(submission);
    return submission;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
