import { createHash } from 'node:crypto';
import { SubmissionView } from '../submissions/submission-view.dto';
import type { Chunk, SubmissionPages } from './export.types';

export interface NdjsonOptions {
  /** Whether each submission has its state, even if it is simply accepted. */
  withState: boolean;
  /** End with a line about the lines before it. */
  summary?: boolean;
}

/** Submissions in the shape of the API, one on each line. */
export async function* ndjsonOf(
  pages: SubmissionPages,
  { withState, summary = false }: NdjsonOptions,
): AsyncGenerator<Chunk, void, undefined> {
  const digest = createHash('sha256');
  let count = 0;
  for await (const { submissions, histories } of pages) {
    const lines = submissions.map((submission) => JSON.stringify(SubmissionView.from(submission, histories.get(submission.id), withState)));
    const text = lines.map((line) => `${line}\n`).join('');
    count += lines.length;
    if (summary) digest.update(text);
    yield text;
  }
  if (summary) yield `${JSON.stringify({ summary: { count, sha256: digest.digest('hex') } })}\n`;
}
