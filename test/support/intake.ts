import { PageTokens } from '../../src/intake/page-tokens';
import type { SubmissionView } from '../../src/submissions/submission-view.dto';
import { type Answer, type Api, untilServed } from './api';
import type { Instance } from './app';
import { submit } from './forms';

export const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

/** Submits the pairs in a form encoding, in their order, like a browser. */
export const submitPairs = (
  api: Api,
  form: { id: string },
  pairs: [string, string][],
  headers: Record<string, string> = {},
): Promise<Answer> => submit(api, form, new URLSearchParams(pairs).toString(), { ...URLENCODED, ...headers });

/** The submissions of the form, newest first. */
export async function storedIn(api: Api, form: { id: string }): Promise<SubmissionView[]> {
  const path = `/v1/forms/${form.id}/submissions?limit=50`;
  const answer = await untilServed(() => api.get<SubmissionView[]>(path));
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** The fields of the only submission of the form. */
export async function onlyFieldsIn(api: Api, form: { id: string }): Promise<Record<string, unknown>> {
  const stored = await storedIn(api, form);
  expect(stored).toHaveLength(1);
  return stored[0]!.fields;
}

/** A page token, as the hosted page of the form contains it. */
export const nonceFor = ({ app }: Instance, form: { id: string }): string => app.get(PageTokens).issue(form.id);

/** The messages of a refused submission. Pages show them to visitors, so they are sentences. */
export const textsOf = (answer: Answer): string[] => Object.values(answer.body.error!.details as Record<string, string[]>).flat();

export const SENTENCE = /^[A-Z].*\.$/;
